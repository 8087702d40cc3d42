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

delete([], _, []).
delete([X|Xs], Y, Zs) :- X \= Y, !, Zs = [X|Rest], delete(Xs, Y, Rest).
delete([_|Xs], Y, Zs) :- delete(Xs, Y, Zs).

union([], L, L).
union([X|Xs], L, R) :- memberchk(X, L), !, union(Xs, L, R).
union([X|Xs], L, [X|R]) :- union(Xs, L, R).

permutation([], []).
permutation(L, [X|Xs]) :- select(X, L, R), permutation(R, Xs).


last([X], X) :- !.
last([_|Xs], X) :- last(Xs, X).

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
call_cleanup(G, C) :- call(G), !, ignore(C).
setup_call_cleanup(S, G, C) :- once(S), catch(G, E, true), !, ignore(C), ( nonvar(E) -> throw(E) ; true ).

aggregate_all(count, G, C) :- !, findall(x, G, L), length(L, C).
aggregate_all(count(T), G, C) :- !, findall(T, G, L), length(L, C).
aggregate_all(sum(E), G, S) :- !, findall(E, G, L), sum_list(L, S).
aggregate_all(bag(E), G, L) :- !, findall(E, G, L).
aggregate_all(set(E), G, S) :- !, findall(E, G, L), sort(L, S).
aggregate_all(max(X, W), G, max(M, V)) :- !, findall(X-W, G, L), L \== [], sort(1, @>=, L, [M-V|_]).
aggregate_all(min(X, W), G, min(M, V)) :- !, findall(X-W, G, L), L \== [], sort(1, @=<, L, [M-V|_]).
aggregate_all(max(E), G, M) :- !, findall(E, G, L), max_list(L, M).
aggregate_all(min(E), G, M) :- !, findall(E, G, L), min_list(L, M).

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
current_chr_constraint(C) :- '$stored'(L), member(C, L).
chr_show_store(_) :- '$stored'(L), forall(member(C, L), ( print(C), nl )).

list_to_ord_set(L, S) :- sort(L, S).
ord_union(A, B, C) :- append(A, B, L), sort(L, C).
ord_subtract(A, B, C) :- subtract(A, B, C).
ord_memberchk(X, L) :- memberchk(X, L).
ord_insert(S, E, S2) :- sort([E|S], S2).

% Lambda expressions: variables are renamed apart for each call, but for those before `/`.
'>>'(Ps, B) :- '$lambda'(Ps, B, []).
'>>'(Ps, B, A) :- '$lambda'(Ps, B, [A]).
'>>'(Ps, B, A1, A2) :- '$lambda'(Ps, B, [A1, A2]).
'>>'(Ps, B, A1, A2, A3) :- '$lambda'(Ps, B, [A1, A2, A3]).
'>>'(Ps, B, A1, A2, A3, A4) :- '$lambda'(Ps, B, [A1, A2, A3, A4]).
'>>'(Ps, B, A1, A2, A3, A4, A5) :- '$lambda'(Ps, B, [A1, A2, A3, A4, A5]).
'>>'(Ps, B, A1, A2, A3, A4, A5, A6) :- '$lambda'(Ps, B, [A1, A2, A3, A4, A5, A6]).
'$lambda'(Free/Ps0, B0, As) :- !,
    copy_term(Free/Ps0 >> B0, Free/Ps >> B), '$passed'(Ps, As, Rest), '$with'(Rest, B).
'$lambda'(Ps0, B0, As) :- copy_term(Ps0 >> B0, Ps >> B), '$passed'(Ps, As, Rest), '$with'(Rest, B).
'$passed'([], As, As).
'$passed'([P|Ps], [P|As], Rest) :- '$passed'(Ps, As, Rest).
'$with'([], G) :- !, call(G).
'$with'(As, G0) :- G0 =.. L0, append(L0, As, L), G =.. L, call(G).

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

sub_atom(A, B, L, R, S) :- '$sub_atoms'(A, B, L, R, S, All), member(sub(B, L, R, S), All).
sub_string(A, B, L, R, S) :- '$sub_strings'(A, B, L, R, S, All), member(sub(B, L, R, S), All).
atom_concat(A, B, C) :- nonvar(A), nonvar(B), !, '$atom_concat'(A, B, C).
atom_concat(A, B, C) :- '$sub_atoms'(C, 0, _, _, A, All), member(sub(0, N, _, A), All), sub_atom(C, N, _, 0, B).
concat_atom(L, A) :- atomic_list_concat(L, A).
concat_atom(L, S, A) :- atomic_list_concat(L, S, A).

subset([], _).
subset([X|Xs], L) :- memberchk(X, L), subset(Xs, L).

% A directive of the program: its bindings and constraints are undone, and neither failure nor an error ends the run.
'$directive'(G) :- \+ \+ catch(G, E, '$directive_error'(E)), !.
'$directive'(G) :- format(user_error, "Warning: Goal (directive) failed: user:~q~n", [G]).
'$directive_error'(E) :- format(user_error, "Warning: Goal (directive) raised: ~q~n", [E]).

% Whether a pattern becomes equal to a term by binding the pattern's variables only.
'$subsumes'(Pattern, Term) :- \+ \+ ( term_variables(Term, Vs), Pattern = Term, term_variables(Vs, Ws), Vs == Ws ).
