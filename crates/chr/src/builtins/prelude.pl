% The part of the library that is written in Prolog. A program may define any of these anew.

append([], L, L).
append([X|Xs], L, [X|Ys]) :- append(Xs, L, Ys).

append(Lists, All) :- '$concat'(Lists, All).
'$concat'([], []).
'$concat'([L|Ls], All) :- append(L, Rest, All), '$concat'(Ls, Rest).

member(X, [Y|Ys]) :- '$member'(Ys, X, Y).
'$member'(_, X, X).
'$member'([Y|Ys], X, _) :- '$member'(Ys, X, Y).

select(X, [Y|Ys], Zs) :- '$select'(Ys, Y, X, Zs).
'$select'(Ys, X, X, Ys).
'$select'([Y|Ys], Z, X, [Z|Zs]) :- '$select'(Ys, Y, X, Zs).

select(X, Xs, Y, Ys) :- '$select4'(Xs, X, Y, Ys).
'$select4'([X|T], X, Y, [Y|T]).
'$select4'([H|T], X, Y, [H|T2]) :- '$select4'(T, X, Y, T2).

exclude(_, [], []).
exclude(P, [X|Xs], Ys) :- ( call(P, X) -> Ys = Zs ; Ys = [X|Zs] ), exclude(P, Xs, Zs).
include(_, [], []).
include(P, [X|Xs], Ys) :- ( call(P, X) -> Ys = [X|Zs] ; Ys = Zs ), include(P, Xs, Zs).
partition(_, [], [], []).
partition(P, [X|Xs], Is, Os) :-
    ( call(P, X) -> Is = [X|Is1], Os = Os1 ; Is = Is1, Os = [X|Os1] ),
    partition(P, Xs, Is1, Os1).

'$delete'([], _, []).
'$delete'([X|Xs], Y, Zs) :- ( X \= Y -> Zs = [X|Rest], '$delete'(Xs, Y, Rest) ; '$delete'(Xs, Y, Zs) ).

union([], L, L).
union([X|Xs], L, R) :- memberchk(X, L), !, union(Xs, L, R).
union([X|Xs], L, [X|R]) :- union(Xs, L, R).

permutation([], []).
permutation(L, [X|Xs]) :- select(X, L, R), permutation(R, Xs).


last([X|Xs], L) :- '$last'(Xs, X, L).
'$last'([], L, L).
'$last'([X|Xs], _, L) :- '$last'(Xs, X, L).

'$between'(I, _, _, I).
'$between'(_, I, Max, X) :- between(I, Max, X).

nth0(I, L, X) :- integer(I), !, I >= 0, '$nth'(I, L, X).
nth0(I, L, X) :- var(I), !, '$nth_var'(L, X, 0, I).
nth0(I, _, _) :- '$integer'(I).
nth1(I, L, X) :- integer(I), !, I >= 1, J is I-1, '$nth'(J, L, X).
nth1(I, L, X) :- var(I), !, '$nth_var'(L, X, 1, I).
nth1(I, _, _) :- '$integer'(I).
'$nth'(0, L, X) :- !, L = [X|_].
'$nth'(I, [_|Xs], X) :- J is I-1, '$nth'(J, Xs, X).
'$nth_var'([Y|Ys], X, N, I) :- '$nth_var'(Ys, Y, X, N, I).
'$nth_var'(_, X, X, N, N).
'$nth_var'([Y|Ys], _, X, N, I) :- M is N+1, '$nth_var'(Ys, Y, X, M, I).
nth0(I, L, X, R) :- integer(I), !, I >= 0, '$nth_rest'(I, L, X, R).
nth0(I, L, X, R) :- '$nth_rest_var'(L, X, R, 0, I).
nth1(I, L, X, R) :- integer(I), !, J is I-1, nth0(J, L, X, R).
nth1(I, L, X, R) :- '$nth_rest_var'(L, X, R, 1, I).
'$nth_rest'(0, [X|R], X, R) :- !.
'$nth_rest'(I, [Y|Ys], X, [Y|R]) :- J is I-1, '$nth_rest'(J, Ys, X, R).
'$nth_rest_var'([X|R], X, R, N, N).
'$nth_rest_var'([Y|Ys], X, [Y|R], N, I) :- M is N+1, '$nth_rest_var'(Ys, X, R, M, I).


flatten(L, F) :- '$flatten'(L, [], F0), !, F = F0.
'$flatten'(V, T, [V|T]) :- var(V), !.
'$flatten'([], T, T) :- !.
'$flatten'([X|Xs], T, F) :- !, '$flatten'(X, F1, F), '$flatten'(Xs, T, F1).
'$flatten'(A, T, [A|T]).


pairs_keys_values([], [], []).
pairs_keys_values([K-V|Ps], [K|Ks], [V|Vs]) :- pairs_keys_values(Ps, Ks, Vs).
pairs_keys([], []).
pairs_keys([K-_|Ps], [K|Ks]) :- pairs_keys(Ps, Ks).
pairs_values([], []).
pairs_values([_-V|Ps], [V|Vs]) :- pairs_values(Ps, Vs).

max_member(M, L) :- '$max_member'(L, M).
'$max_member'([X|Xs], M) :- '$max_member'(Xs, X, M).
'$max_member'([], M, M).
'$max_member'([X|Xs], M0, M) :- ( X @> M0 -> '$max_member'(Xs, X, M) ; '$max_member'(Xs, M0, M) ).
min_member(M, L) :- '$min_member'(L, M).
'$min_member'([X|Xs], M) :- '$min_member'(Xs, X, M).
'$min_member'([], M, M).
'$min_member'([X|Xs], M0, M) :- ( X @< M0 -> '$min_member'(Xs, X, M) ; '$min_member'(Xs, M0, M) ).


transpose([], []).
transpose([R|Rs], Cols) :- '$transpose'(R, [R|Rs], Cols).
'$transpose'([], _, []).
'$transpose'([_|T], Rows, [C|Cs]) :- '$heads'(Rows, C, Rest), '$transpose'(T, Rest, Cs).
'$heads'([], [], []).
'$heads'([[X|Xs]|Rs], [X|C], [Xs|Rest]) :- '$heads'(Rs, C, Rest).

'$lengths'([], N, N).
'$lengths'([_|T], N, N0) :- N1 is N0+1, '$lengths'(T, N, N1).

maplist(G, L) :- '$maplist'(L, G).
'$maplist'([], _).
'$maplist'([A|As], G) :- call(G, A), '$maplist'(As, G).
maplist(G, L, M) :- '$maplist'(L, M, G).
'$maplist'([], [], _).
'$maplist'([A|As], [B|Bs], G) :- call(G, A, B), '$maplist'(As, Bs, G).
maplist(G, L, M, N) :- '$maplist'(L, M, N, G).
'$maplist'([], [], [], _).
'$maplist'([A|As], [B|Bs], [C|Cs], G) :- call(G, A, B, C), '$maplist'(As, Bs, Cs, G).
maplist(G, L, M, N, O) :- '$maplist'(L, M, N, O, G).
'$maplist'([], [], [], [], _).
'$maplist'([A|As], [B|Bs], [C|Cs], [D|Ds], G) :- call(G, A, B, C, D), '$maplist'(As, Bs, Cs, Ds, G).

foldl(G, L, V0, V) :- '$foldl'(L, G, V0, V).
'$foldl'([], _, V, V).
'$foldl'([A|As], G, V0, V) :- call(G, A, V0, V1), '$foldl'(As, G, V1, V).
foldl(G, L, M, V0, V) :- '$foldl'(L, M, G, V0, V).
'$foldl'([], [], _, V, V).
'$foldl'([A|As], [B|Bs], G, V0, V) :- call(G, A, B, V0, V1), '$foldl'(As, Bs, G, V1, V).

forall(C, A) :- \+ ( call(C), \+ call(A) ).
once(G) :- call(G), !.
ignore(G) :- ( call(G) -> true ; true ).


bagof(T, G, L) :- '$bags'(T, G, W, Bags), member(W-L, Bags).
setof(T, G, S) :- '$bags'(T, G, W, Bags), '$sets'(Bags, Sets), member(W-S, Sets).
% What is found, grouped by the free variables of the goal.
'$bags'(T, G, W, Bags) :-
    '$strip'(G, G1, Bound), term_variables(T-Bound, Own), term_variables(G1, All), '$free'(All, Own, Free), W =.. [v|Free],
    findall(W-T, G1, Pairs), Pairs \== [],
    ( Free == [] -> pairs_values(Pairs, L), Bags = [W-L] ; keysort(Pairs, Sorted), '$grouped'(Sorted, Bags) ).
'$strip'(G, G, []) :- var(G), !.
'$strip'(V^G, G1, [V|Vs]) :- !, '$strip'(G, G1, Vs).
'$strip'(_:G, G1, Vs) :- !, '$strip'(G, G1, Vs).
'$strip'(G, G, []).
'$free'([], _, []).
'$free'([V|Vs], Own, Free) :- ( '$among'(Own, V) -> Free = Rest ; Free = [V|Rest] ), '$free'(Vs, Own, Rest).
'$among'([W|Ws], V) :- ( W == V -> true ; '$among'(Ws, V) ).
'$grouped'([], []).
'$grouped'([K-T|Pairs], [K-[T|Ts]|Bags]) :- '$same'(Pairs, K, Ts, Rest), '$grouped'(Rest, Bags).
'$same'([K2-T|Pairs], K, [T|Ts], Rest) :- K2 == K, !, '$same'(Pairs, K, Ts, Rest).
'$same'(Rest, _, [], Rest).
'$sets'([], []).
'$sets'([K-L|Bags], [K-S|Sets]) :- sort(L, S), '$sets'(Bags, Sets).
_^G :- call(G).

find_chr_constraint(C) :- '$stored'(L), member(C, L).
current_chr_constraint(C) :- nonvar(C), C = M:D, !, '$program_module'(M), '$stored'(L), member(D, L).
current_chr_constraint(C) :- '$stored'(L), member(C, L).
% SWI-Prolog's CHR compiler defines this in every module with constraints; some programs call it.
'$enumerate_constraints'(C) :- '$stored'(L), member(C, L).
chr_show_store(_) :- '$stored'(L), forall(member(C, L), ( print(C), nl )).



predsort(P, L, Sorted) :- length(L, N), '$predsort'(N, P, L, _, Sorted).
'$predsort'(0, _, L, L, []) :- !.
'$predsort'(1, _, [X|L], L, [X]) :- !.
'$predsort'(N, P, L, Rest, Sorted) :-
    Half is N // 2, Other is N - Half,
    '$predsort'(Half, P, L, L1, Front), '$predsort'(Other, P, L1, Rest, Back), '$predmerge'(Front, Back, P, Sorted).
'$predmerge'([], L, _, L) :- !.
'$predmerge'(L, [], _, L) :- !.
'$predmerge'([X|Xs], [Y|Ys], P, Sorted) :- call(P, O, X, Y), !, '$predmerge'(O, X, Xs, Y, Ys, P, Sorted).
'$predmerge'(<, X, Xs, Y, Ys, P, [X|L]) :- '$predmerge'(Xs, [Y|Ys], P, L).
'$predmerge'(>, X, Xs, Y, Ys, P, [Y|L]) :- '$predmerge'([X|Xs], Ys, P, L).
'$predmerge'(=, X, Xs, _, Ys, P, L) :- '$predmerge'([X|Xs], Ys, P, L).

'$reverse'([], L, L).
'$reverse'([X|Xs], Rest, L) :- '$reverse'(Xs, [X|Rest], L).
'$args'(T, N, X) :- functor(T, _, Count), between(1, Count, N), arg(N, T, X).

sub_atom(A, B, L, R, S) :- nonvar(S), !, '$occurrences'(A, B, L, R, S, All), member(sub(B, L, R), All).
sub_atom(A, B, L, R, S) :- '$part'(A, B, L, R), '$sub_atom'(A, B, L, S).
sub_string(A, B, L, R, S) :- nonvar(S), !, '$occurrences'(A, B, L, R, S, All), member(sub(B, L, R), All).
sub_string(A, B, L, R, S) :- '$part'(A, B, L, R), '$sub_string'(A, B, L, S).
'$part'(A, B, L, R) :- '$part_starts'(A, B, L, R, First, Last, Length), between(First, Last, B), Rest is Length - B, '$part_length'(L, R, Rest), R is Rest - L.
'$part_length'(L, R, Rest) :- var(L), integer(R), !, L is Rest - R.
'$part_length'(L, _, Rest) :- between(0, Rest, L).
atom_concat(A, B, C) :- nonvar(A), nonvar(B), !, '$atom_concat'(A, B, C).
atom_concat(A, B, C) :- nonvar(B), !, sub_atom(C, N, _, 0, B), sub_atom(C, 0, N, _, A).
atom_concat(A, B, C) :- sub_atom(C, 0, N, _, A), sub_atom(C, N, _, 0, B).

subset([], _).
subset([X|Xs], L) :- memberchk(X, L), subset(Xs, L).

% A directive of the program: its bindings and constraints are undone, and neither failure nor an error ends the run.
'$directive'(G) :- \+ \+ catch(G, E, '$directive_error'(E)), !.
'$directive'(G) :- format(user_error, "Warning: Goal (directive) failed: user:~q~n", [G]).
'$directive_error'(E) :- format(user_error, "Warning: Goal (directive) raised: ~q~n", [E]).

% Whether a pattern becomes equal to a term by binding the pattern's variables only.
'$subsumes'(Pattern, Term) :- \+ \+ ( term_variables(Term, Vs), Pattern = Term, term_variables(Vs, Ws), Vs == Ws ).

% Cleanup runs when the goal leaves no choice point, fails, throws or is cut.
setup_call_cleanup(S, G, C) :- once(S), '$push_cleanup'(C, Mark), call(G), '$exit_cleanup'(Mark).
call_cleanup(G, C) :- '$push_cleanup'(C, Mark), call(G), '$exit_cleanup'(Mark).
'$cleanup'(C) :- ( catch(C, _, true) -> true ; true ).
'$cleanup_fail'(C) :- '$cleanup'(C), fail.
'$cleanup_throw'(C, Ball) :- '$cleanup'(C), throw(Ball).

repeat.
repeat :- repeat.
apply(G, As) :- G =.. L0, append(L0, As, L), H =.. L, call(H).
catch_with_backtrace(G, E, R) :- catch(G, E, R).
initialization(G) :- call(G).
initialization(G, _) :- call(G).

% Attributed variables.
'$wakeup'([], _, _).
'$wakeup'(att(M, V, More), Value, Lists) :- '$attr_hook'(M, V, Value, Lists), '$wakeup'(More, Value, Lists).
'$attribute_goals'(Var, Gs0, Gs) :- ( get_attrs(Var, As) -> '$attribute_goals'(As, Var, Gs0, Gs) ; Gs = Gs0 ).
'$attribute_goals'([], _, Gs, Gs).
'$attribute_goals'(att(M, V, More), Var, Gs0, Gs) :-
    ( '$attr_goals'(M, Var, V, Gs0, Gs1) -> true ; Gs0 = [put_attr(Var, M, V)|Gs1] ), '$attribute_goals'(More, Var, Gs1, Gs).
'$residual_goals'(T, Gs) :- term_attvars(T, Vs), '$residual_of'(Vs, Gs).
'$residual_of'([], []).
'$residual_of'([V|Vs], Gs) :- '$attribute_goals'(V, Gs, Rest), '$residual_of'(Vs, Rest).
copy_term(T, Copy, Gs) :- '$residual_goals'(T, Gs0), copy_term_nat(T-Gs0, Copy-Gs).

with_output_to(Sink, G) :-
    '$output_push',
    (   catch(G, E, true) -> '$output_pop'(Text), ( nonvar(E) -> throw(E) ; '$to_sink'(Sink, Text) )
    ;   '$output_pop'(_), fail
    ).
'$to_sink'(Sink, Text) :- format(Sink, '~w', [Text]).

current_module(M) :- '$modules'(L), ( atom(M) -> memberchk(M, L) ; member(M, L) ).
current_predicate(Spec) :- '$plain'(Spec, S), ( S = Name/Arity -> true ; throw(error(type_error(predicate_indicator, S), _)) ), '$predicates'(L), member(Name/Arity, L).
current_predicate(Name, Head) :- '$plain'(Head, H), ( nonvar(H) -> functor(H, Name, A), '$predicates'(L), memberchk(Name/A, L) ; '$predicates'(L), member(Name/A, L), functor(H, Name, A) ).
'$plain'(T, T) :- var(T), !.
'$plain'(_:T0, T) :- !, '$plain'(T0, T).
'$plain'(T, T).
predicate_property(H0, P) :- '$plain'(H0, H), nonvar(H), '$predicate_kind'(H, Kind, N), '$property'(Kind, N, P).
'$property'(_, _, defined).
'$property'(_, _, visible).
'$property'(dynamic, _, dynamic).
'$property'(builtin, _, system).
'$property'(builtin, _, built_in).
'$property'(Kind, _, static) :- Kind \== dynamic.
'$property'(Kind, N, number_of_clauses(N)) :- ( Kind = dynamic ; Kind = static ; Kind = library ), !.

time(G) :-
    '$time_now'(T),
    ( catch(G, E, ( '$time_report'(T), throw(E) )) *-> '$time_report'(T) ; '$time_report'(T), fail ).
format_time(S, P, T) :- '$format_time'(A, P, T), format(S, '~w', [A]).
sformat(S, P) :- format(string(S), P, []).
sformat(S, P, As) :- format(string(S), P, As).
abs(X, Y) :- Y is abs(X).
date_time_value(K, D, V) :- D = date(Y, M, Dy, H, Mn, S, O, _, _),
    member(K-V, [year-Y, month-M, day-Dy, hour-H, minute-Mn, second-S, utc_offset-O, date-date(Y, M, Dy), time-time(H, Mn, S)]).
print_message(Kind, Message) :- ( catch('$message_hook'(Message, Kind), _, fail) -> true ; '$print_message'(Kind, Message) ).
'$message_hook'(Message, Kind) :- '$predicate_kind'(message_hook(_, _, _), _, _), call(message_hook, Message, Kind, []).
'$print_message'(Kind, Message) :- ( '$message_prefix'(Kind, Prefix) -> write(user_error, Prefix), '$message_text'(Message), nl(user_error) ; true ).
'$message_prefix'(error, 'ERROR: ').
'$message_prefix'(warning, 'Warning: ').
'$message_text'(format(F, As)) :- !, format(user_error, F, As).
'$message_text'(M) :- print(user_error, M).
assertion(G) :- ( \+ \+ catch(G, _, fail) -> true ; print_message(error, format('Assertion failed: ~q', [user:G])), throw(error(assertion_error(fail, user:G), _)) ).
debug(T) :- assertz('$debugging'(T)).
nodebug(T) :- retractall('$debugging'(T)).
debug(T, F, As) :- ( catch('$debugging'(T), _, fail) -> write(user_error, '% '), format(user_error, F, As), nl(user_error) ; true ).
text_concat(A, B, C) :- ( ( string(A) ; string(B) ; string(C) ), \+ ( var(A), var(C) ) -> '$text_concat'(A, B, C) ; atom_concat(A, B, C) ).
'$text_concat'(A, B, C) :- ( nonvar(A), nonvar(B) -> string_concat(A, B, C) ; sub_string(C, 0, L, _, A0), sub_string(C, L, _, 0, B0), '$same_text'(A, A0), '$same_text'(B, B0) ).
'$same_text'(A, S) :- ( var(A) -> A = S ; atom(A) -> atom_string(A, S) ; A = S ).
string_code(I, S, C) :- string_codes(S, Cs), nth1(I, Cs, C).
sub_atom_icasechk(A, S, Sub) :- downcase_atom(A, LA), downcase_atom(Sub, LS), sub_atom(LA, S, _, _, LS), !.
char_type(C, T) :- '$char_type'(C, T, char).
code_type(C, T) :- '$char_type'(C, T, code).
'$char_type'(C, T, Kind) :- var(C), !, between(0, 383, Code), ( Kind == char -> char_code(C, Code) ; C = Code ), '$char_types'(C, Ts, Kind), member(T, Ts).
'$char_type'(C, T, Kind) :- '$char_types'(C, Ts, Kind), member(T, Ts).
