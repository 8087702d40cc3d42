/*  White-and-Tan with library(clpfd): every white arrow points at exactly one white
    arrow, every tan arrow at exactly two tan ones.  Facts: cell(X), sees(X, Y).
*/
:- use_module(library(clpfd)).
:- use_module(library(assoc)).
:- dynamic cell/1, sees/2.

posted(Tans) :-
    findall(X, cell(X), Cells),
    length(Cells, N),
    length(Tans, N),
    Tans ins 0..1,
    pairs_keys_values(Pairs, Cells, Tans),
    list_to_assoc(Pairs, Of),
    arrows(Pairs, Of).

labelled(Tans) :- labeling([], Tans).

arrows([], _).
arrows([X-Tan|Pairs], Of) :-
    findall(Y, sees(X, Y), Seen),
    tans(Seen, Of, Ray),
    length(Ray, Length),
    White is Length-1,
    Sum in 0..Length,
    sum(Ray, #=, Sum),
    Tan #= 1 #==> Sum #= 2,
    Tan #= 0 #==> Sum #= White,
    arrows(Pairs, Of).

tans([], _, []).
tans([Y|Ys], Of, [Tan|Tans]) :- get_assoc(Y, Of, Tan), tans(Ys, Of, Tans).
