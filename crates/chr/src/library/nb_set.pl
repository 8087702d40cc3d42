% library(nb_set): sets that are added to in place and keep what was added on backtracking.

empty_nb_set(nb_set(t)).
add_nb_set(X, S) :- add_nb_set(X, S, _).
add_nb_set(X, S, New) :-
    arg(1, S, Tree), copy_term(X, Y), '$variant_key'(Y, K),
    ( get_assoc(K, Tree, _) -> New = false ; New = true, put_assoc(K, Tree, Y, Tree1), nb_setarg(1, S, Tree1) ).
'$variant_key'(X, K) :- copy_term(X, K0), numbervars(K0, 0, _), K = K0.
nb_set_to_list(S, L) :- arg(1, S, Tree), assoc_to_values(Tree, L0), sort(L0, L).
gen_nb_set(S, X) :- nb_set_to_list(S, L), member(X, L).
size_nb_set(S, N) :- nb_set_to_list(S, L), length(L, N).
