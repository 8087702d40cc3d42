% library(aggregate) and library(solution_sequences).

aggregate_all(Spec, G, Result) :- '$aggregate_all'(Spec, G, Result).
'$aggregate_all'(Spec, _, _) :- var(Spec), !, instantiation_error(Spec).
'$aggregate_all'(count, G, C) :- !, State = count(0), ( call(G), arg(1, State, N), N1 is N + 1, nb_setarg(1, State, N1), fail ; arg(1, State, C) ).
'$aggregate_all'(count(_), G, C) :- !, '$aggregate_all'(count, G, C).
'$aggregate_all'(sum(E), G, S) :- !, State = sum(0), ( call(G), arg(1, State, N), N1 is N + E, nb_setarg(1, State, N1), fail ; arg(1, State, S) ).
'$aggregate_all'(bag(E), G, L) :- !, findall(E, G, L).
'$aggregate_all'(set(E), G, S) :- !, findall(E, G, L), sort(L, S).
'$aggregate_all'(max(X), G, M) :- !, findall(X, G, L), '$max_of'(L, M).
'$aggregate_all'(min(X), G, M) :- !, findall(X, G, L), '$min_of'(L, M).
'$aggregate_all'(max(X, W), G, max(M, V)) :- !, findall(X-W, G, L), '$max_witness'(L, M, V).
'$aggregate_all'(min(X, W), G, min(M, V)) :- !, findall(X-W, G, L), '$min_witness'(L, M, V).
'$aggregate_all'(Spec, G, Result) :-
    compound(Spec), Spec =.. [Name|Specs], '$aggregate_parts'(Specs, Parts), findall(Parts, G, Rows), '$aggregate_rows'(Specs, 1, Rows, Results),
    Result =.. [Name|Results].
'$max_of'([X|Xs], M) :- V is X, '$max_of'(Xs, V, M).
'$max_of'([], M, M).
'$max_of'([X|Xs], M0, M) :- M1 is max(M0, X), '$max_of'(Xs, M1, M).
'$min_of'([X|Xs], M) :- V is X, '$min_of'(Xs, V, M).
'$min_of'([], M, M).
'$min_of'([X|Xs], M0, M) :- M1 is min(M0, X), '$min_of'(Xs, M1, M).
'$max_witness'([X-W|L], M, V) :- X1 is X, '$max_witness'(L, X1, W, M, V).
'$max_witness'([], M, V, M, V).
'$max_witness'([X-W|L], M0, V0, M, V) :- X1 is X, ( X1 > M0 -> '$max_witness'(L, X1, W, M, V) ; '$max_witness'(L, M0, V0, M, V) ).
'$min_witness'([X-W|L], M, V) :- X1 is X, '$min_witness'(L, X1, W, M, V).
'$min_witness'([], M, V, M, V).
'$min_witness'([X-W|L], M0, V0, M, V) :- X1 is X, ( X1 < M0 -> '$min_witness'(L, X1, W, M, V) ; '$min_witness'(L, M0, V0, M, V) ).
% What is collected for each part of a specification with several.
'$aggregate_parts'([], []).
'$aggregate_parts'([S|Ss], [P|Ps]) :- '$aggregate_part'(S, P), '$aggregate_parts'(Ss, Ps).
'$aggregate_part'(count, 1) :- !.
'$aggregate_part'(S, P) :- S =.. [_|Args], ( Args = [P] -> true ; Args = [X, W], P = X-W ).
'$aggregate_rows'([], _, _, []).
'$aggregate_rows'([S|Ss], N, Rows, [R|Rs]) :- '$column'(Rows, N, Column), '$aggregate_column'(S, Column, R), N1 is N + 1, '$aggregate_rows'(Ss, N1, Rows, Rs).
'$column'([], _, []).
'$column'([Row|Rows], N, [X|Xs]) :- nth1(N, Row, X), '$column'(Rows, N, Xs).
'$aggregate_column'(count, L, N) :- length(L, N).
'$aggregate_column'(count(_), L, N) :- length(L, N).
'$aggregate_column'(sum(_), L, S) :- '$sum_of'(L, 0, S).
'$aggregate_column'(bag(_), L, L).
'$aggregate_column'(set(_), L, S) :- sort(L, S).
'$aggregate_column'(max(_), L, M) :- '$max_of'(L, M).
'$aggregate_column'(min(_), L, M) :- '$min_of'(L, M).
'$aggregate_column'(max(_, _), L, max(M, V)) :- '$max_witness'(L, M, V).
'$aggregate_column'(min(_, _), L, min(M, V)) :- '$min_witness'(L, M, V).
'$sum_of'([], S, S).
'$sum_of'([X|Xs], S0, S) :- S1 is S0 + X, '$sum_of'(Xs, S1, S).

aggregate_all(count, D, G, C) :- !, findall(D, G, L0), sort(L0, L), length(L, C).
aggregate_all(sum(E), D, G, S) :- !, findall(D-E, G, L0), sort(L0, L), pairs_values(L, Es), '$sum_of'(Es, 0, S).
aggregate_all(max(E), D, G, M) :- !, findall(D-E, G, L0), sort(L0, L), pairs_values(L, Es), '$max_of'(Es, M).
aggregate_all(min(E), D, G, M) :- !, findall(D-E, G, L0), sort(L0, L), pairs_values(L, Es), '$min_of'(Es, M).
aggregate_all(max(E, W), D, G, max(M, V)) :- !, findall(D-(E-W), G, L0), sort(L0, L), pairs_values(L, Es), '$max_witness'(Es, M, V).
aggregate_all(min(E, W), D, G, min(M, V)) :- !, findall(D-(E-W), G, L0), sort(L0, L), pairs_values(L, Es), '$min_witness'(Es, M, V).
aggregate_all(bag(E), D, G, B) :- !, findall(D-E, G, L0), sort(L0, L), pairs_values(L, B).
aggregate_all(set(E), D, G, S) :- findall(D-E, G, L0), sort(L0, L), pairs_values(L, B), sort(B, S).

% As bagof/3, once for each binding of the free variables.
aggregate(Spec, G, Result) :-
    '$aggregate_template'(Spec, T), bagof(T, G, L), '$aggregate_bag'(Spec, L, Result).
aggregate(Spec, D, G, Result) :-
    '$aggregate_template'(Spec, T), setof(D-T, G, L0), pairs_values(L0, L), '$aggregate_bag'(Spec, L, Result).
'$aggregate_template'(Spec, T) :- '$single_aggregate'(Spec), !, '$aggregate_part'(Spec, T).
'$aggregate_template'(Spec, T) :- Spec =.. [_|Specs], '$aggregate_parts'(Specs, T).
'$aggregate_bag'(Spec, L, Result) :- '$single_aggregate'(Spec), !, '$aggregate_column'(Spec, L, Result).
'$aggregate_bag'(Spec, Rows, Result) :- Spec =.. [Name|Specs], '$aggregate_rows'(Specs, 1, Rows, Rs), Result =.. [Name|Rs].
'$single_aggregate'(count).
'$single_aggregate'(S) :- functor(S, N, A), memberchk(N/A, [count/1, sum/1, bag/1, set/1, max/1, min/1, max/2, min/2]).

foreach(Generator, Goal) :-
    term_variables(Generator, Vs0), term_variables(Goal, Ws), '$shared_vars'(Vs0, Ws, Vs), T =.. [v|Vs], findall(T, Generator, Ts), '$foreach'(Ts, T, Goal).
'$shared_vars'([], _, []).
'$shared_vars'([V|Vs], Ws, Ss) :- ( '$among'(Ws, V) -> Ss = [V|Rest] ; Ss = Rest ), '$shared_vars'(Vs, Ws, Rest).
'$foreach'([], _, _).
'$foreach'([T|Ts], T0, Goal) :-
    term_variables(T0, Vs), term_variables(Goal, All), '$free'(All, Vs, Keep), copy_term(Keep-T0-Goal, Keep-T-G), call(G), '$foreach'(Ts, T0, Goal).

limit(Count, G) :-
    (   Count == infinite -> call(G)
    ;   must_be(nonneg, Count), Count > 0, State = count(0), call(G), arg(1, State, N), N1 is N + 1,
        ( N1 =:= Count -> ! ; nb_setarg(1, State, N1) )
    ).
offset(Count, G) :- must_be(nonneg, Count), State = count(0), call(G), arg(1, State, N), ( N >= Count -> true ; N1 is N + 1, nb_setarg(1, State, N1), fail ).
call_nth(G, Nth) :-
    (   integer(Nth) -> Nth > 0, State = count(0), call(G), arg(1, State, N), N1 is N + 1, nb_setarg(1, State, N1), N1 =:= Nth, !
    ;   State = count(0), call(G), arg(1, State, N), Nth is N + 1, nb_setarg(1, State, Nth)
    ).
distinct(G) :- distinct(G, G).
distinct(W, G) :- empty_nb_set(S), call(G), add_nb_set(W, S, true).
reduced(G) :- distinct(G).
reduced(W, G) :- distinct(W, G).
order_by(Specs, G) :-
    must_be(list, Specs), term_variables(Specs, Ks), term_variables(G, Vs), T =.. [v|Vs], findall(Ks-T, G, L0), '$order_by'(Specs, Ks, L0, L), member(Ks-T, L).
% The first specification counts most, so it sorts last.
'$order_by'([], _, L, L).
'$order_by'([Spec|Specs], Ks, L0, L) :- '$order_by'(Specs, Ks, L0, L1), '$order_one'(Spec, Ks, L1, L).
'$order_one'(Spec, Ks, L0, L) :-
    (   Spec = asc(K) -> O = (@=<) ; Spec = desc(K) -> O = (@>=) ; domain_error(order_specifier, Spec) ),
    '$keyed_by'(L0, Ks, K, Keyed), sort(1, O, Keyed, Sorted), pairs_values(Sorted, L).
'$keyed_by'([], _, _, []).
'$keyed_by'([Vs-T|L], Ks, K, [K1-(Vs-T)|Keyed]) :- copy_term(Ks-K, Vs-K1), '$keyed_by'(L, Ks, K, Keyed).
