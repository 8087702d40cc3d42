% library(ordsets): sets as lists in the standard order without repetitions.

is_ordset(S) :- is_list(S), '$is_ordset'(S).
'$is_ordset'([]).
'$is_ordset'([X|Xs]) :- '$is_ordset'(Xs, X).
'$is_ordset'([], _).
'$is_ordset'([Y|Ys], X) :- X @< Y, '$is_ordset'(Ys, Y).
ord_empty([]).
list_to_ord_set(L, S) :- sort(L, S).
ord_add_element(S, X, S1) :- ord_union(S, [X], S1).
ord_del_element(S, X, S1) :- ord_subtract(S, [X], S1).
ord_memberchk(X, [Y|Ys]) :- compare(O, X, Y), ( O = (=) -> true ; O = (>), ord_memberchk(X, Ys) ).
ord_union([], []).
ord_union([S|Ss], U) :- append([S|Ss], L), sort(L, U).
ord_union([], S, S).
ord_union([X|Xs], Ys, S) :- '$ord_union'(Ys, X, Xs, S).
'$ord_union'([], X, Xs, [X|Xs]).
'$ord_union'([Y|Ys], X, Xs, S) :- compare(O, X, Y), '$ord_union'(O, X, Xs, Y, Ys, S).
'$ord_union'(<, X, Xs, Y, Ys, [X|S]) :- '$ord_union2'(Xs, Y, Ys, S).
'$ord_union'(=, X, Xs, _, Ys, [X|S]) :- ord_union(Xs, Ys, S).
'$ord_union'(>, X, Xs, Y, Ys, [Y|S]) :- '$ord_union'(Ys, X, Xs, S).
'$ord_union2'([], Y, Ys, [Y|Ys]).
'$ord_union2'([X|Xs], Y, Ys, S) :- compare(O, X, Y), '$ord_union'(O, X, Xs, Y, Ys, S).
ord_union(A, B, U, New) :- ord_union(A, B, U), ord_subtract(B, A, New).
ord_subtract([], _, []).
ord_subtract([X|Xs], Ys, S) :- '$ord_subtract'(Ys, X, Xs, S).
'$ord_subtract'([], X, Xs, [X|Xs]).
'$ord_subtract'([Y|Ys], X, Xs, S) :-
    compare(O, X, Y),
    ( O = (<) -> S = [X|S1], ord_subtract(Xs, [Y|Ys], S1) ; O = (=) -> ord_subtract(Xs, Ys, S) ; '$ord_subtract'(Ys, X, Xs, S) ).
ord_intersection([], []).
ord_intersection([S|Ss], I) :- '$ord_intersection'(Ss, S, I).
'$ord_intersection'([], I, I).
'$ord_intersection'([S|Ss], I0, I) :- ord_intersection(S, I0, I1), '$ord_intersection'(Ss, I1, I).
ord_intersection([], _, []).
ord_intersection([X|Xs], Ys, I) :- '$ord_common'(Ys, X, Xs, I).
'$ord_common'([], _, _, []).
'$ord_common'([Y|Ys], X, Xs, I) :-
    compare(O, X, Y),
    ( O = (=) -> I = [X|I1], ord_intersection(Xs, Ys, I1) ; O = (<) -> ord_intersection(Xs, [Y|Ys], I) ; '$ord_common'(Ys, X, Xs, I) ).
ord_intersection(A, B, I, Diff) :- ord_intersection(A, B, I), ord_subtract(B, A, Diff).
ord_subset(A, B) :- ord_subtract(A, B, []).
ord_disjoint(A, B) :- ord_intersection(A, B, []).
ord_intersect(A, B) :- \+ ord_disjoint(A, B).
ord_seteq(A, B) :- A == B.
ord_symdiff(A, B, S) :- ord_subtract(A, B, C), ord_subtract(B, A, D), ord_union(C, D, S).
ord_selectchk(X, S, R) :- ord_memberchk(X, S), ord_del_element(S, X, R).
