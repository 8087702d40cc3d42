% library(backcomp): predicates of earlier versions.

merge([], L, L) :- !.
merge(L, [], L) :- !.
merge([H1|T1], [H2|T2], [H|T]) :- ( H1 @=< H2 -> H = H1, merge(T1, [H2|T2], T) ; H = H2, merge([H1|T1], T2, T) ).
merge_set([], L, L) :- !.
merge_set(L, [], L) :- !.
merge_set([H1|T1], [H2|T2], L) :-
    compare(O, H1, H2),
    ( O = (=) -> L = [H1|T], merge_set(T1, T2, T) ; O = (<) -> L = [H1|T], merge_set(T1, [H2|T2], T) ; L = [H2|T], merge_set([H1|T1], T2, T) ).
concat(A, B, C) :- atomic_list_concat([A, B], C).
concat_atom(L, A) :- atomic_list_concat(L, A).
concat_atom(L, S, A) :- atomic_list_concat(L, S, A).
checklist(Goal, List) :- maplist(Goal, List).
