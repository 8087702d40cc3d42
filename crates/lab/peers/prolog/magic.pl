/*  A magic square with library(clpfd): rows, columns and both diagonals of
    1..N*N have the same sum; no mirror image or turn of another.  Fact: order(N).
*/
:- use_module(library(clpfd)).

posted(Cells) :-
    order(N),
    Last is N*N,
    Total is N*(N*N+1)//2,
    length(Rows, N),
    rows(Rows, N),
    append(Rows, Cells),
    Cells ins 1..Last,
    all_distinct(Cells),
    transpose(Rows, Columns),
    sums(Rows, Total),
    sums(Columns, Total),
    diagonal(Rows, 1, 1, One),
    diagonal(Rows, N, -1, Other),
    sums([One, Other], Total),
    nth1(1, Rows, First),
    nth1(N, Rows, Bottom),
    nth1(1, First, A), nth1(N, First, B), nth1(1, Bottom, C), nth1(N, Bottom, D),
    ( N > 1 -> A #< B, A #< C, A #< D, B #< C ; true ).

labelled(Cells) :- labeling([ff], Cells).

rows([], _).
rows([Row|Rows], N) :- length(Row, N), rows(Rows, N).

sums([], _).
sums([Line|Lines], Total) :- sum(Line, #=, Total), sums(Lines, Total).

diagonal([], _, _, []).
diagonal([Row|Rows], At, Step, [V|Vs]) :-
    nth1(At, Row, V),
    Next is At+Step,
    diagonal(Rows, Next, Step, Vs).
