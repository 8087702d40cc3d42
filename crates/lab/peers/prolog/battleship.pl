/*  Battleship Solitaire with library(clpfd): a fleet of straight ships that do not
    touch, not even by a corner; tallies of rows and columns; hints.
    Facts: height(H), width(W), fleet(Length, HowMany) for every length up to the
    longest, row(R, Tally), col(C, Tally), part(R, C), water(R, C), middle(R, C);
    rows and columns from 0.
*/
:- use_module(library(clpfd)).
:- use_module(library(assoc)).
:- dynamic fleet/2, row/2, col/2, part/2, water/2, middle/2.

posted(Cells) :-
    height(H), width(W),
    Bottom is H-1, Right is W-1,
    findall(R-C, ( between(0, Bottom, R), between(0, Right, C) ), Places),
    length(Places, N), length(Cells, N),
    Cells ins 0..1,
    pairs_keys_values(Pairs, Places, Cells),
    list_to_assoc(Pairs, At),
    findall(R-C, part(R, C), Parts), all_are(Parts, At, 1),
    findall(R-C, water(R, C), Waters), all_are(Waters, At, 0),
    findall(row(R, T), row(R, T), Rows), tallies(Rows, At),
    findall(col(C, T), col(C, T), Cols), tallies(Cols, At),
    corners(Places, At),
    findall(R-C, middle(R, C), Middles), middles(Middles, At),
    findall(L-M, fleet(L, M), Fleet), fleets(Fleet, Places, At),
    longest(Fleet, 0, Longest), Over is Longest+1,
    too_long(Places, Over, At).

labelled(Cells) :- labeling([ff, down], Cells).

% The part of a ship at a place; beyond the edge there is water.
at(At, R, C, V) :- ( get_assoc(R-C, At, Found) -> V = Found ; V = 0 ).

all_are([], _, _).
all_are([R-C|Places], At, V) :- at(At, R, C, V), all_are(Places, At, V).

tallies([], _).
tallies([Line|Lines], At) :-
    height(H), width(W),
    (   Line = row(R, Tally)
    ->  Last is W-1, findall(R-C, between(0, Last, C), Places)
    ;   Line = col(C, Tally), Last is H-1, findall(R-C, between(0, Last, R), Places)
    ),
    values(Places, At, Vs),
    sum(Vs, #=, Tally),
    tallies(Lines, At).

values([], _, []).
values([R-C|Places], At, [V|Vs]) :- at(At, R, C, V), values(Places, At, Vs).

corners([], _).
corners([R-C|Places], At) :-
    Below is R+1, Left is C-1, Right is C+1,
    at(At, R, C, V), at(At, Below, Left, A), at(At, Below, Right, B),
    V+A #=< 1, V+B #=< 1,
    corners(Places, At).

middles([], _).
middles([R-C|Places], At) :-
    Above is R-1, Below is R+1, Left is C-1, Right is C+1,
    at(At, Above, C, A), at(At, Below, C, B), at(At, R, Left, D), at(At, R, Right, E),
    A #= B, D #= E, A+D #= 1,
    middles(Places, At).

longest([], L, L).
longest([L-_|Fleet], Before, Longest) :- Now is max(L, Before), longest(Fleet, Now, Longest).

fleets([], _, _).
fleets([Length-Many|Fleet], Places, At) :-
    starts(Places, Length, At, Starts),
    sum(Starts, #=, Many),
    fleets(Fleet, Places, At).

% For every place whether a ship of this length starts there, across and down.
starts([], _, _, []).
starts([R-C|Places], 1, At, [Here|Starts]) :- !,
    Above is R-1, Below is R+1, Left is C-1, Right is C+1,
    values([R-C, Above-C, Below-C, R-Left, R-Right], At, [V|Around]),
    conjunction(Around, 0, V #= 1, Alone),
    Here #<==> Alone,
    starts(Places, 1, At, Starts).
starts([R-C|Places], Length, At, [Across, Down|Starts]) :-
    ship(R, C, 0, 1, Length, At, Across),
    ship(R, C, 1, 0, Length, At, Down),
    starts(Places, Length, At, Starts).

ship(R, C, DR, DC, Length, At, Here) :-
    Last is Length-1,
    findall(R1-C1, ( between(0, Last, I), R1 is R+I*DR, C1 is C+I*DC ), Inside),
    R0 is R-DR, C0 is C-DC, R2 is R+Length*DR, C2 is C+Length*DC,
    values(Inside, At, Parts),
    values([R0-C0, R2-C2], At, Ends),
    conjunction(Parts, 1, 1 #= 1, Full),
    conjunction(Ends, 0, Full, Whole),
    Here #<==> Whole.

conjunction([], _, Sum, Sum).
conjunction([V|Vs], Value, Before, After) :- conjunction(Vs, Value, Before #/\ (V #= Value), After).

% No run of parts is longer than the longest ship.
too_long([], _, _).
too_long([R-C|Places], Over, At) :-
    Last is Over-1,
    findall(R-C1, ( between(0, Last, I), C1 is C+I ), Across),
    findall(R1-C, ( between(0, Last, I), R1 is R+I ), Down),
    values(Across, At, As), values(Down, At, Ds),
    sum(As, #=<, Last), sum(Ds, #=<, Last),
    too_long(Places, Over, At).
