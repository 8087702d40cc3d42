% Predicates that SWI-Prolog's library(chr) brings along from hProlog.

memberchk_eq(X, [Y|Ys]) :- ( X == Y -> true ; memberchk_eq(X, Ys) ).
intersect_eq([], _, []).
intersect_eq([X|Xs], Ys, L) :- ( memberchk_eq(X, Ys) -> L = [X|T] ; L = T ), intersect_eq(Xs, Ys, T).
list_difference_eq([], _, []).
list_difference_eq([X|Xs], Ys, L) :- ( memberchk_eq(X, Ys) -> L = T ; L = [X|T] ), list_difference_eq(Xs, Ys, T).
take(N, L, T) :- length(T, N), append(T, _, L).
split_at(N, L, Front, Back) :- length(Front, N), append(Front, Back, L).
max_go_list([X|Xs], M) :- '$max_go'(Xs, X, M).
'$max_go'([], M, M).
'$max_go'([X|Xs], M0, M) :- ( X @=< M0 -> '$max_go'(Xs, M0, M) ; '$max_go'(Xs, X, M) ).
or_list(L, Or) :- '$or_list'(L, 0, Or).
'$or_list'([], Or, Or).
'$or_list'([X|Xs], Or0, Or) :- Or1 is Or0 \/ X, '$or_list'(Xs, Or1, Or).
sublist(G, L, S) :- include(G, L, S).
substitute_eq(_, [], _, []).
substitute_eq(X, [U|Us], Y, [V|Vs]) :- ( X == U -> V = Y ; V = U ), substitute_eq(X, Us, Y, Vs).
bounded_sublist(Sub, List, Bound) :- Bound > 0, '$bounded_sublist'(Sub, List, Bound).
'$bounded_sublist'([], _, _).
'$bounded_sublist'([X|Xs], [X|Ys], N) :- N > 0, M is N - 1, '$bounded_sublist'(Xs, Ys, M).
chr_delete([], _, []).
chr_delete([X|Xs], Y, T) :- ( X == Y -> T = Zs ; T = [X|Zs] ), chr_delete(Xs, Y, Zs).
init_store(Name, Value) :- nb_setval(Name, Value).
get_store(Name, Value) :- nb_getval(Name, Value).
update_store(Name, Value) :- b_setval(Name, Value).
make_init_store_goal(Name, Value, Goal) :- Goal = nb_setval(Name, Value).
make_get_store_goal(Name, Value, Goal) :- Goal = nb_getval(Name, Value).
make_update_store_goal(Name, Value, Goal) :- Goal = b_setval(Name, Value).
