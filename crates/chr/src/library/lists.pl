% library(lists) and library(pairs), beyond what the prelude has.

proper_length(L, N) :- is_list(L), length(L, N).
same_length([], []).
same_length([_|Xs], [_|Ys]) :- same_length(Xs, Ys).
nextto(X, Y, [X, Y|_]).
nextto(X, Y, [_|Zs]) :- nextto(X, Y, Zs).
prefix([], _).
prefix([X|Xs], [X|Ys]) :- prefix(Xs, Ys).
subseq([], [], []).
subseq([X|Xs], Ys, [X|Zs]) :- subseq(Xs, Ys, Zs).
subseq([X|Xs], [X|Ys], Zs) :- subseq(Xs, Ys, Zs).
is_set(S) :- is_list(S), length(S, N), sort(S, T), length(T, N).
max_member(P, M, [X|Xs]) :- '$max_member'(Xs, P, X, M).
'$max_member'([], _, M, M).
'$max_member'([X|Xs], P, M0, M) :- ( call(P, M0, X) -> '$max_member'(Xs, P, X, M) ; '$max_member'(Xs, P, M0, M) ).
min_member(P, M, [X|Xs]) :- '$min_member'(Xs, P, X, M).
'$min_member'([], _, M, M).
'$min_member'([X|Xs], P, M0, M) :- ( call(P, X, M0) -> '$min_member'(Xs, P, X, M) ; '$min_member'(Xs, P, M0, M) ).
map_list_to_pairs(F, L, Ps) :- '$map_pairs'(L, F, Ps).
'$map_pairs'([], _, []).
'$map_pairs'([X|Xs], F, [K-X|Ps]) :- call(F, X, K), '$map_pairs'(Xs, F, Ps).
clumped([], []).
clumped([X|Xs], Cs) :- '$clumped'(Xs, X, 1, Cs).
'$clumped'([], X, N, [X-N]).
'$clumped'([Y|Ys], X, N, Cs) :- ( X == Y -> N1 is N + 1, '$clumped'(Ys, X, N1, Cs) ; Cs = [X-N|Cs1], '$clumped'(Ys, Y, 1, Cs1) ).
group_pairs_by_key([], []).
group_pairs_by_key([K-V|Ps], [K-[V|Vs]|Gs]) :- '$same_key'(Ps, K, Vs, Rest), group_pairs_by_key(Rest, Gs).
'$same_key'([K2-V|Ps], K, [V|Vs], Rest) :- K2 == K, !, '$same_key'(Ps, K, Vs, Rest).
'$same_key'(Rest, _, [], Rest).
partition(_, [], [], [], []).
partition(P, [X|Xs], Ls, Es, Gs) :-
    call(P, X, O), '$partition'(O, X, Ls, Es, Gs, Ls1, Es1, Gs1), partition(P, Xs, Ls1, Es1, Gs1).
'$partition'(O, X, Ls, Es, Gs, Ls1, Es1, Gs1) :-
    (   var(O) -> instantiation_error(O)
    ;   O = (<) -> Ls = [X|Ls1], Es = Es1, Gs = Gs1
    ;   O = (=) -> Ls = Ls1, Es = [X|Es1], Gs = Gs1
    ;   O = (>) -> Ls = Ls1, Es = Es1, Gs = [X|Gs1]
    ;   domain_error(order, O)
    ).
maplist(G, L1, L2, L3, L4, L5) :- '$maplist'(L1, L2, L3, L4, L5, G).
'$maplist'([], [], [], [], [], _).
'$maplist'([A|As], [B|Bs], [C|Cs], [D|Ds], [E|Es], G) :- call(G, A, B, C, D, E), '$maplist'(As, Bs, Cs, Ds, Es, G).
maplist(G, L1, L2, L3, L4, L5, L6) :- '$maplist'(L1, L2, L3, L4, L5, L6, G).
'$maplist'([], [], [], [], [], [], _).
'$maplist'([A|As], [B|Bs], [C|Cs], [D|Ds], [E|Es], [F|Fs], G) :- call(G, A, B, C, D, E, F), '$maplist'(As, Bs, Cs, Ds, Es, Fs, G).
maplist(G, L1, L2, L3, L4, L5, L6, L7) :- '$maplist'(L1, L2, L3, L4, L5, L6, L7, G).
'$maplist'([], [], [], [], [], [], [], _).
'$maplist'([A|As], [B|Bs], [C|Cs], [D|Ds], [E|Es], [F|Fs], [H|Hs], G) :-
    call(G, A, B, C, D, E, F, H), '$maplist'(As, Bs, Cs, Ds, Es, Fs, Hs, G).
foldl(G, L, M, N, V0, V) :- '$foldl'(L, M, N, G, V0, V).
'$foldl'([], [], [], _, V, V).
'$foldl'([A|As], [B|Bs], [C|Cs], G, V0, V) :- call(G, A, B, C, V0, V1), '$foldl'(As, Bs, Cs, G, V1, V).
foldl(G, L, M, N, O, V0, V) :- '$foldl'(L, M, N, O, G, V0, V).
'$foldl'([], [], [], [], _, V, V).
'$foldl'([A|As], [B|Bs], [C|Cs], [D|Ds], G, V0, V) :- call(G, A, B, C, D, V0, V1), '$foldl'(As, Bs, Cs, Ds, G, V1, V).
foldr(G, L, V0, V) :- '$foldr'(L, G, V0, V).
'$foldr'([], _, V, V).
'$foldr'([X|Xs], G, V0, V) :- '$foldr'(Xs, G, V0, V1), call(G, X, V1, V).
convlist(G, L, M) :- '$convlist'(L, G, M).
'$convlist'([], _, []).
'$convlist'([X|Xs], G, Ys) :- ( call(G, X, Y) -> Ys = [Y|Ys1] ; Ys = Ys1 ), '$convlist'(Xs, G, Ys1).
