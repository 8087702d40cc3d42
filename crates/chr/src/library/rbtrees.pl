% library(rbtrees): red-black trees t(Nil, Tree), where Nil is black('', _, _, '').

rb_new(t(Nil, Nil)) :- Nil = black('', _, _, '').
rb_empty(T) :- rb_new(T).
rb_lookup(K, V, t(_, T)) :- '$rb_lookup'(T, K, V).
'$rb_lookup'(black('', _, _, ''), _, _) :- !, fail.
'$rb_lookup'(T, K, V) :- arg(2, T, K0), compare(O, K, K0), '$rb_lookup'(O, T, K, V).
'$rb_lookup'(<, T, K, V) :- arg(1, T, L), '$rb_lookup'(L, K, V).
'$rb_lookup'(>, T, K, V) :- arg(4, T, R), '$rb_lookup'(R, K, V).
'$rb_lookup'(=, T, _, V) :- arg(3, T, V).
rb_min(t(Nil, T), K, V) :- T \== Nil, '$rb_min'(T, Nil, K, V).
'$rb_min'(T, Nil, K, V) :- arg(1, T, L), ( L == Nil -> arg(2, T, K), arg(3, T, V) ; '$rb_min'(L, Nil, K, V) ).
rb_max(t(Nil, T), K, V) :- T \== Nil, '$rb_max'(T, Nil, K, V).
'$rb_max'(T, Nil, K, V) :- arg(4, T, R), ( R == Nil -> arg(2, T, K), arg(3, T, V) ; '$rb_max'(R, Nil, K, V) ).
rb_insert(t(Nil, T0), K, V, t(Nil, T)) :- '$rb_insert'(T0, K, V, Nil, true, T1), '$rb_black'(T1, T).
rb_insert_new(t(Nil, T0), K, V, t(Nil, T)) :- '$rb_insert'(T0, K, V, Nil, false, T1), '$rb_black'(T1, T).
'$rb_black'(red(L, K, V, R), black(L, K, V, R)) :- !.
'$rb_black'(T, T).
'$rb_insert'(T, K, V, Nil, _, red(Nil, K, V, Nil)) :- T == Nil, !.
'$rb_insert'(red(L, K0, V0, R), K, V, Nil, Set, T) :-
    compare(O, K, K0),
    (   O = (<) -> T = red(L1, K0, V0, R), '$rb_insert'(L, K, V, Nil, Set, L1)
    ;   O = (>) -> T = red(L, K0, V0, R1), '$rb_insert'(R, K, V, Nil, Set, R1)
    ;   Set == true, T = red(L, K0, V, R)
    ).
'$rb_insert'(black(L, K0, V0, R), K, V, Nil, Set, T) :-
    compare(O, K, K0),
    (   O = (<) -> '$rb_insert'(L, K, V, Nil, Set, L1), '$rb_left'(L1, K0, V0, R, T)
    ;   O = (>) -> '$rb_insert'(R, K, V, Nil, Set, R1), '$rb_right'(R1, K0, V0, L, T)
    ;   Set == true, T = black(L, K0, V, R)
    ).
% A black node whose left or right side may be red with a red child.
'$rb_left'(red(red(A, KA, VA, B), KB, VB, C), K, V, R, T) :- !, '$rb_grown'(A, KA, VA, B, KB, VB, C, K, V, R, T).
'$rb_left'(red(A, KA, VA, red(B, KB, VB, C)), K, V, R, T) :- !, '$rb_grown'(A, KA, VA, B, KB, VB, C, K, V, R, T).
'$rb_left'(L, K, V, R, black(L, K, V, R)).
'$rb_right'(red(red(B, KB, VB, C), KC, VC, D), K, V, L, T) :- !, '$rb_grown'(L, K, V, B, KB, VB, C, KC, VC, D, T).
'$rb_right'(red(B, KB, VB, red(C, KC, VC, D)), K, V, L, T) :- !, '$rb_grown'(L, K, V, B, KB, VB, C, KC, VC, D, T).
'$rb_right'(R, K, V, L, black(L, K, V, R)).
'$rb_grown'(A, KA, VA, B, KB, VB, C, KC, VC, D, red(black(A, KA, VA, B), KB, VB, black(C, KC, VC, D))).
rb_update(T0, K, V, T) :- rb_update(T0, K, _, V, T).
rb_update(t(Nil, T0), K, Old, V, t(Nil, T)) :- '$rb_update'(T0, K, Old, V, T).
'$rb_update'(black('', _, _, ''), _, _, _, _) :- !, fail.
'$rb_update'(T0, K, Old, V, T) :-
    T0 =.. [C, L, K0, V0, R], compare(O, K, K0),
    (   O = (=) -> Old = V0, T =.. [C, L, K0, V, R]
    ;   O = (<) -> '$rb_update'(L, K, Old, V, L1), T =.. [C, L1, K0, V0, R]
    ;   '$rb_update'(R, K, Old, V, R1), T =.. [C, L, K0, V0, R1]
    ).
rb_apply(T0, K, G, T) :- rb_lookup(K, V0, T0), call(G, V0, V), !, rb_update(T0, K, V, T).
rb_visit(t(_, T), Ps) :- '$rb_visit'(T, Ps, []).
'$rb_visit'(black('', _, _, ''), Ps, Ps) :- !.
'$rb_visit'(T, Ps0, Ps) :- T =.. [_, L, K, V, R], '$rb_visit'(L, Ps0, [K-V|Ps1]), '$rb_visit'(R, Ps1, Ps).
rb_keys(T, Ks) :- rb_visit(T, Ps), pairs_keys(Ps, Ks).
rb_in(K, V, T) :- ( ground(K) -> rb_lookup(K, V, T) ; rb_visit(T, Ps), member(K-V, Ps) ).
rb_size(T, N) :- rb_visit(T, Ps), length(Ps, N).
rb_next(T, K, K1, V1) :- rb_visit(T, Ps), '$rb_after'(Ps, K, K1, V1).
'$rb_after'([K0-V0|Ps], K, K1, V1) :- ( K0 @> K -> K1 = K0, V1 = V0 ; '$rb_after'(Ps, K, K1, V1) ).
rb_previous(T, K, K1, V1) :- rb_visit(T, Ps0), reverse(Ps0, Ps), '$rb_before'(Ps, K, K1, V1).
'$rb_before'([K0-V0|Ps], K, K1, V1) :- ( K0 @< K -> K1 = K0, V1 = V0 ; '$rb_before'(Ps, K, K1, V1) ).
rb_map(t(Nil, T0), G, t(Nil, T)) :- '$rb_map'(T0, G, T).
'$rb_map'(black('', A, B, ''), _, black('', A, B, '')) :- !.
'$rb_map'(T0, G, T) :- T0 =.. [C, L, K, V, R], '$rb_map'(L, G, L1), call(G, V, V1), '$rb_map'(R, G, R1), T =.. [C, L1, K, V1, R1].
rb_map(T, G) :- rb_visit(T, Ps), '$rb_each'(Ps, G).
'$rb_each'([], _).
'$rb_each'([_-V|Ps], G) :- call(G, V), '$rb_each'(Ps, G).
rb_fold(G, T, S0, S) :- rb_visit(T, Ps), '$foldl'(Ps, G, S0, S).
list_to_rbtree(L, T) :- sort(1, @<, L, S), '$rb_of'(S, T).
ord_list_to_rbtree(L, T) :- '$rb_of'(L, T).
% Perfect levels are black, the last one, if it is not full, is red.
'$rb_of'(Ps, t(Nil, T)) :- Nil = black('', _, _, ''), length(Ps, N), '$rb_levels'(N, 0, H), '$rb_of'(N, H, Ps, [], Nil, T0), '$rb_black'(T0, T).
'$rb_levels'(N, H0, H) :- ( N =< 1 -> H = H0 ; N1 is N // 2, H1 is H0 + 1, '$rb_levels'(N1, H1, H) ).
'$rb_of'(0, _, Ps, Ps, Nil, Nil) :- !.
'$rb_of'(N, H, Ps0, Ps, Nil, T) :-
    L is (N - 1) // 2, R is N - 1 - L, H1 is H - 1, '$rb_of'(L, H1, Ps0, [K-V|Ps1], Nil, TL), '$rb_of'(R, H1, Ps1, Ps, Nil, TR),
    ( H =< 0 -> T = red(TL, K, V, TR) ; T = black(TL, K, V, TR) ).
rb_delete(T0, K, T) :- rb_delete(T0, K, _, T).
rb_delete(T0, K, V, T) :- rb_lookup(K, V, T0), !, rb_visit(T0, Ps0), '$rb_without'(Ps0, K, Ps), '$rb_of'(Ps, T).
'$rb_without'([K0-V|Ps], K, Rest) :- ( K0 == K -> Rest = Ps ; Rest = [K0-V|Rest1], '$rb_without'(Ps, K, Rest1) ).
rb_del_min(T0, K, V, T) :- rb_min(T0, K, V), rb_delete(T0, K, T).
rb_del_max(T0, K, V, T) :- rb_max(T0, K, V), rb_delete(T0, K, T).
is_rbtree(T) :- nonvar(T), T = t(_, _).
