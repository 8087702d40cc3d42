/*  Sudoku of any block shape with library(clpfd): every row, column and block has
    different numbers.  Facts: size(N), block(Rows, Cols), clue(Row, Col, Number),
    rows and columns from 0.
*/
:- use_module(library(clpfd)).
:- dynamic clue/3.

posted(Cells) :-
    size(N),
    length(Rows, N),
    rows(Rows, N),
    append(Rows, Cells),
    Cells ins 1..N,
    findall(R-C-V, clue(R, C, V), Clues),
    clues(Clues, Rows),
    maplist(all_distinct, Rows),
    transpose(Rows, Columns),
    maplist(all_distinct, Columns),
    block(H, W),
    % Blocks of one row or column are those of a Latin square, and are not stated twice.
    (   H > 1, W > 1
    ->  findall(Top-Left, corner(N, H, W, Top, Left), Corners)
    ;   Corners = []
    ),
    blocks(Corners, H, W, Rows).

labelled(Cells) :- labeling([ff], Cells).

rows([], _).
rows([Row|Rows], N) :- length(Row, N), rows(Rows, N).

clues([], _).
clues([R-C-V|Clues], Rows) :- cell(Rows, R, C, V), clues(Clues, Rows).

cell(Rows, R, C, V) :- nth0(R, Rows, Row), nth0(C, Row, V).

corner(N, H, W, Top, Left) :-
    Last is N-1,
    between(0, Last, Top), Top mod H =:= 0,
    between(0, Last, Left), Left mod W =:= 0.

blocks([], _, _, _).
blocks([Top-Left|Corners], H, W, Rows) :-
    Bottom is Top+H-1,
    Right is Left+W-1,
    findall(R-C, ( between(Top, Bottom, R), between(Left, Right, C) ), Places),
    at(Places, Rows, Block),
    all_distinct(Block),
    blocks(Corners, H, W, Rows).

at([], _, []).
at([R-C|Places], Rows, [V|Vs]) :- cell(Rows, R, C, V), at(Places, Rows, Vs).
