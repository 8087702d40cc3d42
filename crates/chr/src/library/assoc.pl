% library(assoc): balanced trees t(Key, Value, Balance, Left, Right) with `t` for the empty one. Balance is <, - or >: the deeper side.

empty_assoc(t).

get_assoc(Key, Tree, Value) :- must_be(assoc, Tree), '$get_assoc'(Tree, Key, Value).
'$get_assoc'(t(K, V, _, L, R), Key, Value) :- compare(Order, Key, K), '$get_assoc'(Order, V, L, R, Key, Value).
'$get_assoc'(=, Value, _, _, _, Value).
'$get_assoc'(<, _, L, _, Key, Value) :- '$get_assoc'(L, Key, Value).
'$get_assoc'(>, _, _, R, Key, Value) :- '$get_assoc'(R, Key, Value).

get_assoc(Key, Tree0, Old, Tree, New) :- '$get_assoc'(Tree0, Key, Old, Tree, New).
'$get_assoc'(t(K, V, B, L, R), Key, Old, t(K, V1, B, L1, R1), New) :-
    compare(Order, Key, K),
    (   Order = (=) -> Old = V, V1 = New, L1 = L, R1 = R
    ;   Order = (<) -> V1 = V, R1 = R, '$get_assoc'(L, Key, Old, L1, New)
    ;   V1 = V, L1 = L, '$get_assoc'(R, Key, Old, R1, New)
    ).

% Grew is `yes` if the tree became deeper.
put_assoc(Key, Tree0, Value, Tree) :- '$put_assoc'(Tree0, Key, Value, Tree, _).
'$put_assoc'(t, K, V, t(K, V, -, t, t), yes).
'$put_assoc'(t(K1, V1, B, L, R), K, V, Tree, Grew) :-
    compare(Order, K, K1), '$put_assoc'(Order, K, V, K1, V1, B, L, R, Tree, Grew).
'$put_assoc'(=, K, V, _, _, B, L, R, t(K, V, B, L, R), no).
'$put_assoc'(<, K, V, K1, V1, B, L, R, Tree, Grew) :-
    '$put_assoc'(L, K, V, L1, Deeper), '$left_grew'(Deeper, B, K1, V1, L1, R, Tree, Grew).
'$put_assoc'(>, K, V, K1, V1, B, L, R, Tree, Grew) :-
    '$put_assoc'(R, K, V, R1, Deeper), '$right_grew'(Deeper, B, K1, V1, L, R1, Tree, Grew).

'$left_grew'(no, B, K, V, L, R, t(K, V, B, L, R), no).
'$left_grew'(yes, -, K, V, L, R, t(K, V, <, L, R), yes).
'$left_grew'(yes, >, K, V, L, R, t(K, V, -, L, R), no).
'$left_grew'(yes, <, K, V, L, R, Tree, no) :- '$turn_right'(L, K, V, R, Tree, _).
'$right_grew'(no, B, K, V, L, R, t(K, V, B, L, R), no).
'$right_grew'(yes, -, K, V, L, R, t(K, V, >, L, R), yes).
'$right_grew'(yes, <, K, V, L, R, t(K, V, -, L, R), no).
'$right_grew'(yes, >, K, V, L, R, Tree, no) :- '$turn_left'(R, K, V, L, Tree, _).

% A tree whose left side is deeper by two; the last argument says whether it became less deep.
'$turn_right'(t(K1, V1, <, L1, R1), K, V, R, t(K1, V1, -, L1, t(K, V, -, R1, R)), yes).
'$turn_right'(t(K1, V1, -, L1, R1), K, V, R, t(K1, V1, >, L1, t(K, V, <, R1, R)), no).
'$turn_right'(t(K1, V1, >, L1, t(K2, V2, B2, L2, R2)), K, V, R, t(K2, V2, -, t(K1, V1, BL, L1, L2), t(K, V, BR, R2, R)), yes) :-
    '$inner_balance'(B2, BL, BR).
'$turn_left'(t(K1, V1, >, L1, R1), K, V, L, t(K1, V1, -, t(K, V, -, L, L1), R1), yes).
'$turn_left'(t(K1, V1, -, L1, R1), K, V, L, t(K1, V1, <, t(K, V, >, L, L1), R1), no).
'$turn_left'(t(K1, V1, <, t(K2, V2, B2, L2, R2), R1), K, V, L, t(K2, V2, -, t(K, V, BL, L, L2), t(K1, V1, BR, R2, R1)), yes) :-
    '$inner_balance'(B2, BL, BR).
'$inner_balance'(<, -, >).
'$inner_balance'(>, <, -).
'$inner_balance'(-, -, -).

'$left_shrank'(no, B, K, V, L, R, t(K, V, B, L, R), no).
'$left_shrank'(yes, -, K, V, L, R, t(K, V, >, L, R), no).
'$left_shrank'(yes, <, K, V, L, R, t(K, V, -, L, R), yes).
'$left_shrank'(yes, >, K, V, L, R, Tree, Shrank) :- '$turn_left'(R, K, V, L, Tree, Shrank).
'$right_shrank'(no, B, K, V, L, R, t(K, V, B, L, R), no).
'$right_shrank'(yes, -, K, V, L, R, t(K, V, <, L, R), no).
'$right_shrank'(yes, >, K, V, L, R, t(K, V, -, L, R), yes).
'$right_shrank'(yes, <, K, V, L, R, Tree, Shrank) :- '$turn_right'(L, K, V, R, Tree, Shrank).

del_min_assoc(Tree0, Key, Value, Tree) :- '$del_min'(Tree0, Key, Value, Tree, _).
'$del_min'(t(K, V, B, L, R), Key, Value, Tree, Shrank) :-
    (   L == t -> Key = K, Value = V, Tree = R, Shrank = yes
    ;   '$del_min'(L, Key, Value, L1, Less), '$left_shrank'(Less, B, K, V, L1, R, Tree, Shrank)
    ).
del_max_assoc(Tree0, Key, Value, Tree) :- '$del_max'(Tree0, Key, Value, Tree, _).
'$del_max'(t(K, V, B, L, R), Key, Value, Tree, Shrank) :-
    (   R == t -> Key = K, Value = V, Tree = L, Shrank = yes
    ;   '$del_max'(R, Key, Value, R1, Less), '$right_shrank'(Less, B, K, V, L, R1, Tree, Shrank)
    ).
del_assoc(Key, Tree0, Value, Tree) :- '$del_assoc'(Tree0, Key, Value, Tree, _).
'$del_assoc'(t(K, V, B, L, R), Key, Value, Tree, Shrank) :-
    compare(Order, Key, K), '$del_assoc'(Order, K, V, B, L, R, Key, Value, Tree, Shrank).
'$del_assoc'(<, K, V, B, L, R, Key, Value, Tree, Shrank) :-
    '$del_assoc'(L, Key, Value, L1, Less), '$left_shrank'(Less, B, K, V, L1, R, Tree, Shrank).
'$del_assoc'(>, K, V, B, L, R, Key, Value, Tree, Shrank) :-
    '$del_assoc'(R, Key, Value, R1, Less), '$right_shrank'(Less, B, K, V, L, R1, Tree, Shrank).
'$del_assoc'(=, _, V, B, L, R, _, V, Tree, Shrank) :-
    (   L == t -> Tree = R, Shrank = yes
    ;   R == t -> Tree = L, Shrank = yes
    ;   '$del_min'(R, K1, V1, R1, Less), '$right_shrank'(Less, B, K1, V1, L, R1, Tree, Shrank)
    ).

list_to_assoc(List, Tree) :-
    keysort(List, Sorted),
    (   '$ascending'(Sorted) -> length(Sorted, N), '$assoc_of'(N, Sorted, [], _, Tree)
    ;   domain_error(unique_key_pairs, List)
    ).
ord_list_to_assoc(List, Tree) :-
    must_be(list, List),
    (   '$ascending'(List) -> length(List, N), '$assoc_of'(N, List, [], _, Tree)
    ;   domain_error(key_ordered_pairs, List)
    ).
'$ascending'([]).
'$ascending'([K-_|Ps]) :- '$ascending'(Ps, K).
'$ascending'([], _).
'$ascending'([K-_|Ps], K0) :- K0 @< K, '$ascending'(Ps, K).
% The larger half goes to the left.
'$assoc_of'(0, Ps, Ps, 0, t) :- !.
'$assoc_of'(N, Ps0, Ps, Depth, t(K, V, B, L, R)) :-
    Left is N // 2, Right is N - Left - 1,
    '$assoc_of'(Left, Ps0, [K-V|Ps1], DL, L), '$assoc_of'(Right, Ps1, Ps, DR, R),
    ( DL =:= DR -> B = (-) ; B = (<) ), Depth is DL + 1.

assoc_to_list(Tree, List) :- '$assoc_list'(Tree, List, []).
'$assoc_list'(t, Ps, Ps).
'$assoc_list'(t(K, V, _, L, R), Ps0, Ps) :- '$assoc_list'(L, Ps0, [K-V|Ps1]), '$assoc_list'(R, Ps1, Ps).
assoc_to_keys(Tree, Keys) :- assoc_to_list(Tree, List), pairs_keys(List, Keys).
assoc_to_values(Tree, Values) :- assoc_to_list(Tree, List), pairs_values(List, Values).

gen_assoc(Key, Tree, Value) :- must_be(assoc, Tree), ( ground(Key) -> get_assoc(Key, Tree, Value) ; '$gen_assoc'(Tree, Key, Value) ).
'$gen_assoc'(t(_, _, _, L, _), Key, Value) :- '$gen_assoc'(L, Key, Value).
'$gen_assoc'(t(Key, Value, _, _, _), Key, Value).
'$gen_assoc'(t(_, _, _, _, R), Key, Value) :- '$gen_assoc'(R, Key, Value).

map_assoc(G, Tree) :- '$map_assoc'(Tree, G).
'$map_assoc'(t, _).
'$map_assoc'(t(_, V, _, L, R), G) :- '$map_assoc'(L, G), call(G, V), '$map_assoc'(R, G).
map_assoc(G, Tree0, Tree) :- '$map_assoc'(Tree0, G, Tree).
'$map_assoc'(t, _, t).
'$map_assoc'(t(K, V, B, L, R), G, t(K, V1, B, L1, R1)) :- '$map_assoc'(L, G, L1), call(G, V, V1), '$map_assoc'(R, G, R1).
foldl_assoc(G, Tree, V0, V) :- assoc_to_list(Tree, List), '$foldl_assoc'(List, G, V0, V).
'$foldl_assoc'([], _, V, V).
'$foldl_assoc'([K-X|Ps], G, V0, V) :- call(G, K, X, V0, V1), '$foldl_assoc'(Ps, G, V1, V).
transpose_pairs(Pairs, Turned) :- '$turned'(Pairs, Turned0), keysort(Turned0, Turned).
'$turned'([], []).
'$turned'([K-V|Ps], [V-K|Ts]) :- '$turned'(Ps, Ts).

max_assoc(t(K, V, _, _, R), Key, Value) :- ( R == t -> Key = K, Value = V ; max_assoc(R, Key, Value) ).
min_assoc(t(K, V, _, L, _), Key, Value) :- ( L == t -> Key = K, Value = V ; min_assoc(L, Key, Value) ).
is_assoc(Tree) :- nonvar(Tree), '$is_assoc'(Tree).
'$is_assoc'(t) :- !.
'$is_assoc'(t(_, _, _, L, R)) :- nonvar(L), nonvar(R), '$is_assoc'(L), '$is_assoc'(R).
