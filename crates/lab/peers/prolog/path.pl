/*  Numbrix and Hidato with library(clpfd): the numbers from 1 on, one in each cell,
    and consecutive ones in neighbouring cells.  Facts: last(N), next(X, Y) for
    neighbours both ways, may(X, V): cell X is near enough to every clue for V.
*/
:- use_module(library(clpfd)).
:- dynamic next/2, may/2.

posted(Places) :-
    last(N),
    length(Places, N),
    domains(Places, 1),
    all_distinct(Places),
    findall([X, Y], next(X, Y), Steps),
    steps(Places, Steps).

labelled(Places) :- labeling([ff], Places).

domains([], _).
domains([Place|Places], V) :-
    findall(X, may(X, V), [X|Xs]),
    union(Xs, X, Domain),
    Place in Domain,
    V1 is V+1,
    domains(Places, V1).

union([], Domain, Domain).
union([X|Xs], Before, Domain) :- union(Xs, Before \/ X, Domain).

steps([], _).
steps([_], _) :- !.
steps([P, Q|Places], Steps) :- tuples_in([[P, Q]], Steps), steps([Q|Places], Steps).
