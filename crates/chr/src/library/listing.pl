% library(listing): clauses printed as SWI-Prolog prints them, and messages.

listing :- '$predicates'(L), '$listing_all'(L).
'$listing_all'([]).
'$listing_all'([PI|PIs]) :- '$listing_one'(PI), '$listing_all'(PIs).
listing(_:Spec) :- !, listing(Spec).
listing(Specs) :- is_list(Specs), !, '$listing_each'(Specs).
listing(Name/Arity) :- !, '$listing_matching'(Name, Arity).
listing(Name) :- '$listing_matching'(Name, _).
'$listing_each'([]).
'$listing_each'([S|Ss]) :- listing(S), '$listing_each'(Ss).
'$listing_matching'(Name, Arity) :-
    findall(Name/Arity, '$known_predicate'(Name, Arity), L0), sort(L0, L),
    ( L == [] -> throw(error(existence_error(procedure, Name), context(toplevel, 'DWIM could not correct goal'))) ; '$listing_all'(L) ).
'$known_predicate'(Name, Arity) :- '$predicates'(L), member(Name/Arity, L).
'$known_predicate'(Name, Arity) :- '$declared'(L), member(Name/Arity, L).
'$listing_one'(Name/Arity) :-
    functor(H, Name, Arity), '$predicate_kind'(H, Kind, _), Kind \== constraint, !,
    ( Kind == (dynamic) -> format(':- dynamic ~q.~n~n', [Name/Arity]) ; true ),
    '$clauses'(H, Cs), '$portray_all'(Cs), nl.
'$listing_one'(_).
'$portray_all'([]).
'$portray_all'([C|Cs]) :- portray_clause(C), '$portray_all'(Cs).

portray_clause(_, C) :- portray_clause(C).
portray_clause(C) :- \+ \+ ( '$name_vars'(C), '$portray'(C) ).
'$portray'((H :- true)) :- !, '$pw'(H, 1200), write('.\n').
'$portray'((H :- B)) :- !, '$pw'(H, 1199), write(' :-'), '$portray_body'(B, 1, 1200), write('.\n').
'$portray'((:- B)) :- !, write(':- '), '$pw'(B, 1199), write('.\n').
'$portray'(H) :- '$pw'(H, 1200), write('.\n').
'$portray_body'(B, Depth, Max) :- '$indent'(Depth), '$portray_goal'(B, Depth, Max).
'$indent'(Depth) :- nl, N is Depth * 4, tab(N).
'$portray_goal'(G, _, Max) :- var(G), !, '$pw'(G, Max).
'$portray_goal'((A, B), Depth, Max) :- Max >= 1000, !, '$portray_goal'(A, Depth, 999), write(','), '$indent'(Depth), '$portray_goal'(B, Depth, 1000).
'$portray_goal'((A, B), Depth, _) :- !, '$portray_bracket'((A, B), Depth).
'$portray_goal'((A ; B), Depth, _) :- !, '$portray_bracket'((A ; B), Depth).
'$portray_goal'((A -> B), Depth, _) :- !, '$portray_bracket'((A -> B), Depth).
'$portray_goal'((A *-> B), Depth, _) :- !, '$portray_bracket'((A *-> B), Depth).
'$portray_goal'(\+ G, Depth, _) :- !, write('\\+ '), ( '$is_control'(G) -> '$portray_negated'(G, Depth) ; '$pw'(G, 900) ).
'$portray_goal'(G, Depth, _) :-
    '$meta_goal'(G), G =.. [F|As], !, write(F), write('('), '$column'(C), '$portray_args'(As, Depth, C), write(')').
'$portray_goal'(G, _, _) :- '$pw'(G, 999).
'$meta_goal'(G) :- compound(G), functor(G, F, A), memberchk(F/A, [forall/2, findall/3, findall/4, catch/3, once/1, ignore/1, call/1, aggregate_all/3]), arg(_, G, X), nonvar(X), '$is_control'(X), !.
'$is_control'(G) :- nonvar(G), ( G = (_, _) ; G = (_ ; _) ; G = (_ -> _) ; G = (_ *-> _) ), !.
'$portray_args'([A], Depth, C) :- !, '$portray_arg'(A, Depth, C).
'$portray_args'([A|As], Depth, C) :- '$portray_arg'(A, Depth, C), write(','), nl, tab(C), '$portray_args'(As, Depth, C).
'$portray_arg'(A, _, C) :- '$is_control'(A), !, write('( '), C2 is C + 2, '$portray_inner'(A, C2), nl, tab(C), write(')').
'$portray_arg'(A, _, _) :- '$pw'(A, 999).
'$portray_inner'((A, B), C) :- !, '$portray_inner'(A, C), write(','), nl, tab(C), '$portray_inner'(B, C).
'$portray_inner'(G, _) :- '$pw'(G, 999).
'$portray_negated'(G, Depth) :- write('( '), D is Depth * 4 + 5, '$portray_inner'(G, D), nl, N is Depth * 4 + 3, tab(N), write(')').
'$portray_bracket'(G, Depth) :- write('(   '), D is Depth + 1, '$portray_or'(G, Depth, D), '$indent'(Depth), write(')').
'$portray_or'(G, _, D) :- var(G), !, '$portray_goal'(G, D, 999).
'$portray_or'((A ; B), Depth, D) :- !, '$portray_or'(A, Depth, D), '$indent'(Depth), write(';   '), '$portray_or'(B, Depth, D).
'$portray_or'((A -> B), Depth, D) :- !, '$portray_goal'(A, D, 1000), '$indent'(Depth), write('->  '), '$portray_goal'(B, D, 1000).
'$portray_or'((A *-> B), Depth, D) :- !, '$portray_goal'(A, D, 1000), '$indent'(Depth), write('*-> '), '$portray_goal'(B, D, 1000).
'$portray_or'(G, _, D) :- '$portray_goal'(G, D, 1000).
'$pw'(T, Max) :- write_term(T, [quoted(true), numbervars(true), portray(true), spacing(next_argument), priority(Max)]).
% Variables that occur once are `_`, the others A, B and so on.
'$name_vars'(T) :- '$singletons'(T, Ss), '$name_each'(Ss), numbervars(T, 0, _).
'$name_each'([]).
'$name_each'(['$VAR'('_')|Vs]) :- '$name_each'(Vs).

