/*  Hashiwokakero with library(clpfd): islands with as many bridges as they say, at
    most two between two of them, none crossing, all connected.  Connectivity is by the
    distance of every island from the first, so that every answer has one assignment.
    Facts: island(I, Count), link(S, I, J), cross(S, T).
*/
:- use_module(library(clpfd)).
:- use_module(library(assoc)).
:- dynamic island/2, link/3, cross/2.

posted(Bridges-Distances) :-
    findall(S, link(S, _, _), Links),
    findall(I, island(I, _), Islands),
    length(Links, NLinks), length(Bridges, NLinks),
    length(Islands, NIslands), length(Distances, NIslands),
    Furthest is NIslands-1,
    Bridges ins 0..2,
    Distances ins 0..Furthest,
    pairs_keys_values(BridgePairs, Links, Bridges), list_to_assoc(BridgePairs, BridgeOf),
    pairs_keys_values(DistancePairs, Islands, Distances), list_to_assoc(DistancePairs, DistanceOf),
    counts(Islands, BridgeOf),
    findall(S-T, cross(S, T), Crossings),
    crossings(Crossings, BridgeOf),
    Distances = [0|_],
    near(BridgePairs, DistanceOf),
    Islands = [_|Others],
    reached(Others, BridgeOf, DistanceOf).

labelled(Bridges-Distances) :- labeling([ff, down], Bridges), labeling([ff], Distances).

counts([], _).
counts([I|Islands], BridgeOf) :-
    island(I, Count),
    findall(S, end(S, I), Own),
    values(Own, BridgeOf, Bridges),
    sum(Bridges, #=, Count),
    counts(Islands, BridgeOf).

end(S, I) :- link(S, I, _).
end(S, I) :- link(S, _, I).

values([], _, []).
values([Key|Keys], Of, [V|Vs]) :- get_assoc(Key, Of, V), values(Keys, Of, Vs).

crossings([], _).
crossings([S-T|Pairs], BridgeOf) :-
    get_assoc(S, BridgeOf, A),
    get_assoc(T, BridgeOf, B),
    A #= 0 #\/ B #= 0,
    crossings(Pairs, BridgeOf).

near([], _).
near([S-Bridge|Pairs], DistanceOf) :-
    link(S, I, J),
    get_assoc(I, DistanceOf, A),
    get_assoc(J, DistanceOf, B),
    Bridge #> 0 #==> A #=< B+1 #/\ B #=< A+1,
    near(Pairs, DistanceOf).

reached([], _, _).
reached([I|Islands], BridgeOf, DistanceOf) :-
    get_assoc(I, DistanceOf, Own),
    Own #> 0,
    findall(S-J, ( link(S, I, J) ; link(S, J, I) ), Ways),
    nearer(Ways, Own, BridgeOf, DistanceOf, 0, Some),
    Some,
    reached(Islands, BridgeOf, DistanceOf).

nearer([], _, _, _, Some, Some #= 1).
nearer([S-J|Ways], Own, BridgeOf, DistanceOf, Before, Some) :-
    get_assoc(S, BridgeOf, Bridge),
    get_assoc(J, DistanceOf, Distance),
    Here #<==> Bridge #> 0 #/\ Distance #= Own-1,
    Now #<==> Before #\/ Here,
    nearer(Ways, Own, BridgeOf, DistanceOf, Now, Some).
