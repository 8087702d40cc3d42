/*  Sudoku in CHR(SWI-Prolog) after report 001, section 2.1.5: ground element/2
    and posElement/2 constraints over positions, smallest domain first.
    solve(min | max, +Rows): choose among the smallest or the largest domains. */
:- module(sudoku_ff, [solve/2]).
:- use_module(library(chr)).
:- use_module(library(lists)).

:- chr_option(debug, off).
:- chr_option(optimize, full).

:- chr_type list(T) ---> [] ; [T|list(T)].
:- chr_constraint
    element(+any, +natural), posElement(+any, +list(natural)),
    eliminate, pick(+int), step(+int), cell(+any, ?int), read_back.

row    @ element((X,Y1), A), element((X,Y2), A) <=> Y1 == Y2.
column @ element((X1,Y), A), element((X2,Y), A) <=> X1 == X2.
block  @ element((X1,Y1), A), element((X2,Y2), A) <=> same_block(X1, Y1, X2, Y2) | fail.

posElement(P, [V]) <=> element(P, V).

eliminate, element((X,Y2), A) \ posElement((X,Y1), L) <=> Y1 \== Y2, select(A, L, NL) |
    posElement((X,Y1), NL).
eliminate, element((X1,Y), A) \ posElement((X2,Y), L) <=> X1 \== X2, select(A, L, NL) |
    posElement((X2,Y), NL).
eliminate, element((X1,Y1), A) \ posElement((X2,Y2), L) <=>
    same_block(X1, Y1, X2, Y2), select(A, L, NL) | posElement((X2,Y2), NL).

step(1)  \ eliminate <=> pick(2).
step(-1) \ eliminate <=> pick(9).
pick(N), posElement(P, L) <=> length(L, N) |
    member(V, L), node, element(P, V), eliminate.
step(D) \ pick(N) <=> N1 is N+D, N1 > 0, N1 < 10 | pick(N1).
pick(_) <=> true.

read_back, element(P, V) \ cell(P, C) <=> C = V.
read_back <=> true.

same_block(X1, Y1, X2, Y2) :-
    (X1-1)//3 =:= (X2-1)//3, (Y1-1)//3 =:= (Y2-1)//3.
node :- flag(nodes, N, N+1).

solve(Which, Rows) :-
    ( Which == min -> step(1) ; step(-1) ),
    post(Rows, 1),
    eliminate,
    post_cells(Rows, 1),
    read_back.

post([], _).
post([R|Rs], X) :- post_row(R, X, 1), X1 is X+1, post(Rs, X1).
post_row([], _, _).
post_row([V|Vs], X, Y) :-
    (   var(V) -> posElement((X,Y), [1,2,3,4,5,6,7,8,9]) ; element((X,Y), V) ),
    Y1 is Y+1,
    post_row(Vs, X, Y1).
post_cells([], _).
post_cells([R|Rs], X) :- post_cells_row(R, X, 1), X1 is X+1, post_cells(Rs, X1).
post_cells_row([], _, _).
post_cells_row([V|Vs], X, Y) :-
    ( var(V) -> cell((X,Y), V) ; true ),
    Y1 is Y+1,
    post_cells_row(Vs, X, Y1).
