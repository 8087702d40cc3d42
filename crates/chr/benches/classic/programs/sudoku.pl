/*  Sudoku in CHR(SWI-Prolog) in two viewpoints with channeling, written after
    report 000, sections 1.1, 1.3 (listing 1.2) and 1.4.4.

    Flags (name=value):
      heur  = on | off   the report's heuristics: likelihood-ordered domains for
                         the classical viewpoint, block-aware "smart" diffs
                         for the alternative viewpoint
      modes = on | off   declare argument modes (the report does not)

    solve(classic | alt | channel, +Rows)
*/
:- module(sudoku, [solve/2]).
:- use_module(library(chr)).
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(pairs)).

:- op(700, xfx, in).

:- chr_option(debug, off).
:- chr_option(optimize, full).

opt(Name, Value) :-
    (   current_prolog_flag(Name, V0) -> V = V0 ; default(Name, V) ),
    Value = V.
default(heur, off).
default(modes, off).

:- if(opt(modes, on)).
:- chr_constraint
    board(+int, +int, +int, ?any),
    board_viewpoint_2(+int, +int, ?any, ?any).
:- else.
:- chr_constraint board/4, board_viewpoint_2/4.
:- endif.
:- chr_constraint
    in(?any, ?any), diff(?any, ?any), enum(?any), search,
    likely(?any, ?any), create_likely, fix_domains,
    enum_viewpoint_2(?any), search_viewpoint_2, do_diffs,
    smart_diff(?any, ?any, ?any, ?any, ?any, ?any),
    channel.

/* ---- channeling (listing 1.2) ---------------------------------------- */

channel, board(X, Y, BlockIndex, Value), board_viewpoint_2(Value, X, Y2, B2)
    ==> number(Value), var(Y2), var(B2) |
    Y2 = Y,
    B2 = BlockIndex.
channel, board_viewpoint_2(Value, X, Y, BlockIndex), board(X, Y, BlockIndex, V2)
    ==> var(V2), number(Y), number(BlockIndex) |
    V2 = Value.

/* ---- classical viewpoint: board(Row, Col, Block, Value) --------------- */

board(X1, Y, _, V1), board(X2, Y, _, V2) ==> X1 < X2 | diff(V1, V2).
board(X, Y1, _, V1), board(X, Y2, _, V2) ==> Y1 < Y2 | diff(V1, V2).
board(X1, Y1, B, V1), board(X2, Y2, B, V2) ==> X1 < X2, Y1 \== Y2 | diff(V1, V2).

% likelihood heuristic: every value of a domain counts once, and once more for
% each other cell of the block that cannot take it; a count of 9 decides
create_likely, board(_, _, _, V1), V1 in D1 ==> var(V1) | likely(V1, D1).
create_likely, board(_, _, B, V1), V1 in D1, board(_, _, B, V2)
    ==> number(V2), var(V1), subtract(D1, [V2], R) | likely(V1, R).
create_likely, board(_, _, B, V1), V1 in D1, board(_, _, B, V2), V2 in D2
    ==> var(V1), subtract(D1, D2, R), R \== [] | likely(V1, R).
likely(V, R1), likely(V, R2) <=> append(R1, R2, R) | likely(V, R).
fix_domains \ create_likely <=> true.
fix_domains \ likely(V, Votes), V in _ <=> by_votes(Votes, D) | V in D.
fix_domains <=> true.

/* ---- alternative viewpoint: board_viewpoint_2(Value, Row, Col, Block) -- */

:- if(opt(heur, on)).
do_diffs, board_viewpoint_2(V, X1, Y1, B1), board_viewpoint_2(V, X2, Y2, B2) ==> X1 < X2 |
    smart_diff(X1, Y1, X2, Y2, B1, B2), diff(B1, B2).
:- else.
do_diffs, board_viewpoint_2(V, X1, Y1, B1), board_viewpoint_2(V, X2, Y2, B2) ==> X1 < X2 |
    diff(Y1, Y2), diff(B1, B2).
:- endif.
do_diffs, board_viewpoint_2(V1, X, Y1, _), board_viewpoint_2(V2, X, Y2, _) ==> V1 < V2 |
    diff(Y1, Y2).
do_diffs <=> true.

% a value placed in a block excludes the whole block for the other rows of the
% same block row
smart_diff(_, Y1, _, Y2, _, _) <=> nonvar(Y1), nonvar(Y2) | Y1 \== Y2.
smart_diff(X1, Y1, X2, Y2, _, B2) \ Y1 in L <=>
    nonvar(Y2), nonvar(B2), same_block_row(X1, X2), block_columns(B2, Cs),
    subtract(L, Cs, NL), L \== NL, NL \== [] | Y1 in NL.
smart_diff(X1, Y1, X2, Y2, B1, _) \ Y2 in L <=>
    nonvar(Y1), nonvar(B1), same_block_row(X1, X2), block_columns(B1, Cs),
    subtract(L, Cs, NL), L \== NL, NL \== [] | Y2 in NL.
smart_diff(_, Y, _, X, _, _) \ X in L <=> nonvar(Y), select(Y, L, NL) | X in NL.
smart_diff(_, X, _, Y, _, _) \ X in L <=> nonvar(Y), select(Y, L, NL) | X in NL.

/* ---- propagation and search ------------------------------------------- */

diff(X, Y) <=> nonvar(X), nonvar(Y) | X \== Y.
diff(Y, X) \ X in L <=> nonvar(Y), select(Y, L, NL) | X in NL.
diff(X, Y) \ X in L <=> nonvar(Y), select(Y, L, NL) | X in NL.

enum(X)         <=> number(X) | true.
enum(X), X in D <=> member(X, D), node.
board(_, _, _, V) \ V in [D] <=> var(V) | V = D.
search, board(_, _, _, V) ==> enum(V).
search <=> true.

enum_viewpoint_2(X)         <=> number(X) | true.
enum_viewpoint_2(X), X in D <=> member(X, D), node.
board_viewpoint_2(_, _, Y, _) \ Y in [D] <=> var(Y) | Y = D.
search_viewpoint_2, board_viewpoint_2(_, _, Y, _) ==> enum_viewpoint_2(Y).
search_viewpoint_2, board_viewpoint_2(_, X, Y, B) \ B in _ <=> number(Y), var(B) | block(X, Y, B).
search_viewpoint_2 <=> true.

node :- flag(nodes, N, N+1).

/* ---- driver ------------------------------------------------------------ */

solve(classic, Rows) :-
    post_domains(Rows),
    post_board(Rows, 1),
    heuristic,
    search.
solve(alt, Rows) :-
    post_viewpoint_2(Rows, Cells),
    do_diffs,
    search_viewpoint_2,
    read_back(Rows, Cells).
solve(channel, Rows) :-
    post_domains(Rows),
    post_board(Rows, 1),
    post_viewpoint_2(Rows, _),
    heuristic,
    do_diffs,
    channel,
    search,
    search_viewpoint_2.

:- if(opt(heur, on)).
heuristic :- create_likely, fix_domains.
:- else.
heuristic.
:- endif.

domain([9, 8, 7, 6, 5, 4, 3, 2, 1]).

post_domains(Rows) :-
    maplist(post_row_domains, Rows).
post_row_domains(Row) :-
    include(nonvar, Row, Given),
    domain(D0), subtract(D0, Given, D),
    post_cell_domains(Row, D).
post_cell_domains([], _).
post_cell_domains([V|Vs], D) :-
    (   var(V) -> V in D ; true ),
    post_cell_domains(Vs, D).

post_board([], _).
post_board([Row|Rows], X) :-
    post_board_row(Row, X, 1),
    X1 is X+1,
    post_board(Rows, X1).
post_board_row([], _, _).
post_board_row([V|Vs], X, Y) :-
    block(X, Y, B),
    board(X, Y, B, V),
    Y1 is Y+1,
    post_board_row(Vs, X, Y1).

% givens first (row by row), then one unknown per missing (value, row)
post_viewpoint_2(Rows, Cells) :-
    findall(V-X-Y, ( nth1(X, Rows, Row), nth1(Y, Row, V), nonvar(V) ), Givens),
    forall_post_givens(Givens),
    findall(V-X, ( between(1, 9, V0), V is 10-V0, between(1, 9, X0), X is 10-X0,
                   \+ memberchk(V-X-_, Givens) ), Missing),
    post_missing(Missing, Cells0),
    append(Givens, Cells0, Cells).
forall_post_givens([]).
forall_post_givens([V-X-Y|Gs]) :-
    block(X, Y, B),
    board_viewpoint_2(V, X, Y, B),
    forall_post_givens(Gs).
post_missing([], []).
post_missing([V-X|Ms], [V-X-Y|Cs]) :-
    board_viewpoint_2(V, X, Y, B),
    domain(D),
    Y in D,
    B in D,
    post_missing(Ms, Cs).

read_back(_, []).
read_back(Rows, [V-X-Y|Cells]) :-
    nth1(X, Rows, Row), nth1(Y, Row, V),
    read_back(Rows, Cells).

block(X, Y, B) :- B is ((X-1)//3)*3 + (Y-1)//3 + 1.
same_block_row(X1, X2) :- (X1-1)//3 =:= (X2-1)//3.
block_columns(B, [C1, C2, C3]) :-
    C1 is ((B-1) mod 3)*3 + 1, C2 is C1+1, C3 is C1+2.

by_votes(Votes, D) :-
    msort(Votes, Sorted),
    runs(Sorted, Pairs),
    (   memberchk(9-V, Pairs)
    ->  D = [V]
    ;   sort(1, @>=, Pairs, Ordered),
        pairs_values(Ordered, D)
    ).
runs([], []).
runs([V|Vs], [C-V|Ps]) :- run(Vs, V, 1, C, Rest), runs(Rest, Ps).
run([W|Vs], V, C0, C, Rest) :- W == V, !, C1 is C0+1, run(Vs, V, C1, C, Rest).
run(Rest, _, C, C, Rest).
