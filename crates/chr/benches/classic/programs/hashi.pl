/*  Hashiwokakero in CHR(SWI-Prolog), written after the listings of report 000
    (sections 2.2.2 - 2.2.5).

    Variants are chosen at load time by Prolog flags (name=value):
      conn = 1 | 2     connectivity propagator (listing 2.5 or 2.6)
      imp1 = on | off  "improvement 1": isolation of 1-1 and 2=2 (listing 2.7)
      imp2 = on | off  "improvement 2": isolated segments are refuted during
                       search (listing 2.8; needs conn = 2)
      modes= on | off  declare argument modes, so that SWI may use hash
                       indexes (the report does not)
      order= store     variables in store order, as in the report
           | islands   island by island in reading order, and an empty domain
                       fails (without that rule eq/2 can loop here)
*/
:- module(hashi, [solve/2]).
:- use_module(library(chr)).
:- use_module(library(lists)).
:- use_module(library(apply)).

:- op(700, xfx, in).
:- op(700, xfx, eq).
:- op(600, xfx, ..).

:- chr_option(debug, off).
:- chr_option(optimize, full).

opt(Name, Value) :-
    (   current_prolog_flag(Name, V0) -> V = V0 ; default(Name, V) ),
    Value = V.
default(conn, 2).
default(imp1, on).
default(imp2, on).
default(modes, off).
default(order, store).

:- if(opt(modes, on)).
:- chr_constraint
    xmax(+int), ymax(+int),
    board(+int, +int, +int, ?any, ?any, ?any, ?any),
    island(+int, +int, +int),
    neighbors(+int, +int, +any, +int, +int),
    connected(+any, +any),
    reachable(+int, +int),
    connected_set(+int, +int, +int),
    connected_set_counter(+int, +int),
    connected_sets_counter(+int),
    connected_sets_union(+int, +int),
    connected_set_not_isolated(+int).
:- else.
:- chr_constraint
    xmax/1, ymax/1, board/7, island/3, neighbors/5, connected/2, reachable/2,
    connected_set/3, connected_set_counter/2, connected_sets_counter/1,
    connected_sets_union/2, connected_set_not_isolated/1.
:- endif.
:- chr_constraint
    bridge_constraints, make_domains, search, connected, pick_first_island,
    no_isolated_segments, enum(?any), eq(?any, ?any), in(?any, ?any),
    add(?any, ?any, ?any).

/* ---- bridges (2.2.2) ------------------------------------------------- */

% an island's bridges add up to its number
bridge_constraints, board(_, _, Amount, N, E, S, W) ==> Amount > 0 |
    Sum in 0..4,
    Sum2 in 0..4,
    add(N, E, Sum),
    add(S, W, Sum2),
    add(Sum, Sum2, Amount).

% through an empty cell bridges run straight
bridge_constraints, board(_, _, 0, N, E, S, W) ==> N = S, E = W.

% bridges do not cross
board(_, _, 0, N, E, _, _) ==> number(N), N > 0 | E = 0.
board(_, _, 0, N, E, _, _) ==> number(E), E > 0 | N = 0.

% what leaves a cell enters the next one
bridge_constraints, board(X, Y, _, N, _, _, _), board(X2, Y, _, _, _, S, _)
    ==> X > 1, X2 is X-1 | N eq S.
bridge_constraints, board(X, Y, _, _, E, _, _), board(X, Y2, _, _, _, _, W)
    ==> Y2 is Y+1 | E eq W.

% no bridge leaves the board
bridge_constraints, board(1, _, _, N, _, _, _)                ==> N = 0.
bridge_constraints, board(_, YMax, _, _, E, _, _), ymax(YMax) ==> E = 0.
bridge_constraints, board(XMax, _, _, _, _, S, _), xmax(XMax) ==> S = 0.
bridge_constraints, board(_, 1, _, _, _, _, W)                ==> W = 0.

bridge_constraints <=> true.

/* ---- domains --------------------------------------------------------- */

% literals get a (double) singleton domain, so that add/3 and eq/2 also
% propagate from variables that are already bound
make_domains ==> literal_domains.
make_domains, board(_, _, _, N, _, _, _) ==> var(N) | N in 0..2.
make_domains, board(_, _, _, _, E, _, _) ==> var(E) | E in 0..2.
make_domains, board(_, _, _, _, _, S, _) ==> var(S) | S in 0..2.
make_domains, board(_, _, _, _, _, _, W) ==> var(W) | W in 0..2.

:- if(opt(imp1, on)).
make_domains, board(X1, Y1, 1, N, _, _, _), neighbors(X1, Y1, 'N', X2, Y2), island(X2, Y2, 1)
    \ N in _.._ <=> var(N) | N = 0.
make_domains, board(X1, Y1, 1, _, E, _, _), neighbors(X1, Y1, 'E', X2, Y2), island(X2, Y2, 1)
    \ E in _.._ <=> var(E) | E = 0.
make_domains, board(X1, Y1, 2, N, _, _, _), neighbors(X1, Y1, 'N', X2, Y2), island(X2, Y2, 2)
    \ N in A..2 <=> var(N) | N in A..1.
make_domains, board(X1, Y1, 2, _, E, _, _), neighbors(X1, Y1, 'E', X2, Y2), island(X2, Y2, 2)
    \ E in A..2 <=> var(E) | E in A..1.
:- endif.
make_domains <=> true.

literal_domains :- forall_post(0), forall_post(0).
forall_post(K) :- K > 8, !.
forall_post(K) :- K in K..K, K1 is K+1, forall_post(K1).

/* ---- propagation (listing 2.3) --------------------------------------- */

X in A..B \ X in A..B <=> var(X) | true.
:- if(opt(order, islands)).
_ in A..B <=> A > B | fail.
:- endif.
X in A..A <=> var(X) | X = A.

X eq Y <=> number(X), number(Y) | X == Y.
X eq Y \ X in A..B, Y in C..D <=> A \== C | L is max(A, C), X in L..B, Y in L..D.
X eq Y \ X in A..B, Y in C..D <=> B \== D | U is min(B, D), X in A..U, Y in C..U.

add(X, Y, Z) <=> number(X), number(Y), number(Z) | Z is X + Y.
add(X, Y, Z) \ X in A..B, Y in C..D, Z in E..F <=>
    \+ ( A >= E-D, B =< F-C, C >= E-B, D =< F-A, E >= A+C, F =< B+D ) |
    NewA is max(A, E-D), NewB is min(B, F-C), X in NewA..NewB,
    NewC is max(C, E-B), NewD is min(D, F-A), Y in NewC..NewD,
    NewE is max(E, A+C), NewF is min(F, B+D), Z in NewE..NewF.

/* ---- search (listing 2.4) -------------------------------------------- */

enum(X) <=> number(X) | true.
enum(X), X in A..B <=> between(A, B, X), node.

:- if(opt(imp2, on)).
search, X in _.._ ==> var(X) | enum(X), no_isolated_segments.
:- else.
search, X in _.._ ==> var(X) | enum(X).
:- endif.
search <=> true.

node :- flag(nodes, N, N+1).

/* ---- connectivity ----------------------------------------------------- */

board(A, B, Am, N, _, _, _), neighbors(A, B, 'N', C, D) ==> Am > 0, number(N), N > 0 |
    connected([A, B], [C, D]).
board(A, B, Am, _, E, _, _), neighbors(A, B, 'E', C, D) ==> Am > 0, number(E), E > 0 |
    connected([A, B], [C, D]).

:- if(opt(conn, 1)).
% version 1 (listing 2.5)
island(X, Y, _) \ pick_first_island <=> reachable(X, Y).
reachable(X, Y) \ connected([X, Y], [A, B]) <=> reachable(A, B).
reachable(X, Y) \ connected([A, B], [X, Y]) <=> reachable(A, B).
reachable(X, Y) \ reachable(X, Y) <=> true.
connected \ island(X, Y, _), reachable(X, Y) <=> true.
connected, island(_, _, _) <=> fail.
connected <=> true.
:- else.
% version 2 (listing 2.6)
pick_first_island <=> true.
connected_set(A, B, Set1), connected_set(C, D, Set2), connected_set_counter(Set1, Count1)
    \ connected([A, B], [C, D]), connected_set_counter(Set2, Count2)
    <=> Set1 \== Set2, Count2 =< Count1 | connected_sets_union(Set1, Set2).
connected_set(A, B, Set1), connected_set(C, D, Set2), connected_set_counter(Set1, Count1)
    \ connected([C, D], [A, B]), connected_set_counter(Set2, Count2)
    <=> Set1 \== Set2, Count2 =< Count1 | connected_sets_union(Set1, Set2).
connected_set(A, B, Set), connected_set(C, D, Set) \ connected([A, B], [C, D]) <=> true.
connected_set(A, B, Set), connected_set(C, D, Set) \ connected([C, D], [A, B]) <=> true.

connected_sets_union(Set1, Set2) \ connected_set(X, Y, Set2), connected_set_counter(Set1, Count)
    <=> NCount is Count + 1 |
    connected_set(X, Y, Set1),
    connected_set_counter(Set1, NCount).
connected_sets_union(_, _), connected_sets_counter(Count) <=> NCount is Count - 1 |
    connected_sets_counter(NCount).

:- if(opt(imp2, on)).
% improvement 2 (listing 2.8)
no_isolated_segments, connected_set_counter(Set, _) ==> connected_set_not_isolated(Set).
no_isolated_segments <=> true.
connected_sets_counter(1) \ connected_set_not_isolated(_) <=> true.
connected_set(X, Y, Set1), board(X, Y, _, N, _, _, _) \ connected_set_not_isolated(Set1) <=> var(N) | true.
connected_set(X, Y, Set1), board(X, Y, _, _, E, _, _) \ connected_set_not_isolated(Set1) <=> var(E) | true.
connected_set(X, Y, Set1), board(X, Y, _, _, _, S, _) \ connected_set_not_isolated(Set1) <=> var(S) | true.
connected_set(X, Y, Set1), board(X, Y, _, _, _, _, W) \ connected_set_not_isolated(Set1) <=> var(W) | true.
connected_set_not_isolated(_) <=> fail.
:- endif.

connected, connected_sets_counter(C) ==> C > 1 | fail.
connected <=> true.
:- endif.

/* ---- driver ----------------------------------------------------------- */

%!  solve(+Rows, -Islands)
%   Rows: list of rows of integers (0 = water).  Islands: list of
%   cell(Row, Col, Number, N, E), one for every island, bound by the solver.

solve(Rows, Islands) :-
    length(Rows, XMax),
    Rows = [Row1|_], length(Row1, YMax),
    xmax(XMax), ymax(YMax),
    post_rows(Rows, 1, Islands, []),
    maplist(post_neighbors(Islands), Islands),
    post_sets(Islands),
    bridge_constraints,
    make_domains,
    pick_first_island,
    first(Islands),
    search,
    connected.

:- if(opt(order, islands)).
first([]).
first([cell(_, _, _, N, E)|Is]) :- enum_checked(N), enum_checked(E), first(Is).
:- if(opt(imp2, on)).
enum_checked(X) :- enum(X), no_isolated_segments.
:- else.
enum_checked(X) :- enum(X).
:- endif.
:- else.
first(_).
:- endif.

post_rows([], _, Is, Is).
post_rows([R|Rs], X, Is0, Is) :-
    post_row(R, X, 1, Is0, Is1),
    X1 is X+1,
    post_rows(Rs, X1, Is1, Is).

post_row([], _, _, Is, Is).
post_row([Am|R], X, Y, Is0, Is) :-
    board(X, Y, Am, N, E, _, _),
    (   Am > 0
    ->  island(X, Y, Am),
        Is0 = [cell(X, Y, Am, N, E)|Is1]
    ;   Is0 = Is1
    ),
    Y1 is Y+1,
    post_row(R, X, Y1, Is1, Is).

% nearest island to the north (smaller row) and to the east (larger column)
post_neighbors(Islands, cell(X, Y, _, _, _)) :-
    findall(X2, ( member(cell(X2, Y, _, _, _), Islands), X2 < X ), North),
    findall(Y2, ( member(cell(X, Y2, _, _, _), Islands), Y2 > Y ), East),
    (   North == [] -> true
    ;   max_list(North, XN), neighbors(X, Y, 'N', XN, Y)
    ),
    (   East == [] -> true
    ;   min_list(East, YE), neighbors(X, Y, 'E', X, YE)
    ).

:- if(opt(conn, 1)).
post_sets(_).
:- else.
post_sets(Islands) :-
    length(Islands, Count),
    connected_sets_counter(Count),
    post_sets(Islands, 1).
post_sets([], _).
post_sets([cell(X, Y, _, _, _)|Is], Id) :-
    connected_set(X, Y, Id),
    connected_set_counter(Id, 1),
    Id1 is Id+1,
    post_sets(Is, Id1).
:- endif.
