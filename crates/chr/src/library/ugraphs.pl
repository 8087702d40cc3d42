% library(ugraphs): a graph is an ordered list of Vertex-Neighbours, each with an ordered list of neighbours.

vertices_edges_to_ugraph(Vertices, Edges, Graph) :-
    '$edge_ends'(Edges, Ends), append(Vertices, Ends, All), sort(All, Vs), sort(Edges, Es), '$grouped_edges'(Vs, Es, Graph).
'$edge_ends'([], []).
'$edge_ends'([A-B|Es], [A, B|Vs]) :- '$edge_ends'(Es, Vs).
'$grouped_edges'([], _, []).
'$grouped_edges'([V|Vs], Es, [V-Ns|G]) :- '$edges_from'(Es, V, Ns, Rest), '$grouped_edges'(Vs, Rest, G).
'$edges_from'([A-B|Es], V, [B|Ns], Rest) :- A == V, !, '$edges_from'(Es, V, Ns, Rest).
'$edges_from'(Es, _, [], Es).

vertices(G, Vs) :- pairs_keys(G, Vs).
edges(G, Es) :- '$ugraph_edges'(G, Es).
'$ugraph_edges'([], []).
'$ugraph_edges'([V-Ns|G], Es) :- '$edges_of'(Ns, V, Es, Rest), '$ugraph_edges'(G, Rest).
'$edges_of'([], _, Es, Es).
'$edges_of'([N|Ns], V, [V-N|Es], Rest) :- '$edges_of'(Ns, V, Es, Rest).

add_vertices(G, Vs, New) :- sort(Vs, Sorted), '$alone'(Sorted, More), '$ugraph_union'(G, More, New).
'$alone'([], []).
'$alone'([V|Vs], [V-[]|G]) :- '$alone'(Vs, G).
del_vertices(G, Vs, New) :- sort(Vs, Sorted), '$del_vertices'(G, Sorted, New).
'$del_vertices'([], _, []).
'$del_vertices'([V-Ns|G], Vs, New) :-
    ( ord_memberchk(V, Vs) -> New = Rest ; ord_subtract(Ns, Vs, Left), New = [V-Left|Rest] ), '$del_vertices'(G, Vs, Rest).
add_edges(G, Es, New) :- vertices_edges_to_ugraph([], Es, More), '$ugraph_union'(G, More, New).
del_edges(G, Es, New) :- vertices_edges_to_ugraph([], Es, Less), '$del_edges'(G, Less, New).
'$del_edges'([], _, []).
'$del_edges'([V-Ns|G], Less, [V-Left|New]) :- '$neighbours_in'(Less, V, Gone), ord_subtract(Ns, Gone, Left), '$del_edges'(G, Less, New).
'$neighbours_in'([], _, []).
'$neighbours_in'([W-Ns|G], V, Found) :- compare(O, V, W), '$neighbours_in'(O, Ns, G, V, Found).
'$neighbours_in'(=, Ns, _, _, Ns).
'$neighbours_in'(<, _, _, _, []).
'$neighbours_in'(>, _, G, V, Found) :- '$neighbours_in'(G, V, Found).
ugraph_union(A, B, C) :- '$ugraph_union'(A, B, C).
'$ugraph_union'([], G, G) :- !.
'$ugraph_union'(G, [], G) :- !.
'$ugraph_union'([V-A|G], [W-B|H], New) :-
    compare(O, V, W),
    (   O = (=) -> ord_union(A, B, C), New = [V-C|Rest], '$ugraph_union'(G, H, Rest)
    ;   O = (<) -> New = [V-A|Rest], '$ugraph_union'(G, [W-B|H], Rest)
    ;   New = [W-B|Rest], '$ugraph_union'([V-A|G], H, Rest)
    ).

neighbours(V, G, Ns) :- neighbors(V, G, Ns).
neighbors(V, G, Ns) :- '$neighbours'(G, V, Ns).
'$neighbours'([W-Ns0|G], V, Ns) :- ( V == W -> Ns = Ns0 ; '$neighbours'(G, V, Ns) ).

transpose_ugraph(G, T) :- vertices(G, Vs), edges(G, Es), '$turned_edges'(Es, Ts), vertices_edges_to_ugraph(Vs, Ts, T).
'$turned_edges'([], []).
'$turned_edges'([A-B|Es], [B-A|Ts]) :- '$turned_edges'(Es, Ts).

compose(G, H, C) :- vertices(G, A), vertices(H, B), ord_union(A, B, Vs), '$compose'(Vs, G, H, C).
'$compose'([], _, _, []).
'$compose'([V|Vs], G, H, [V-Ns|C]) :- '$neighbours_in'(G, V, Between), '$all_neighbours'(Between, H, [], Ns), '$compose'(Vs, G, H, C).
'$all_neighbours'([], _, Ns, Ns).
'$all_neighbours'([V|Vs], H, Ns0, Ns) :- '$neighbours_in'(H, V, More), ord_union(Ns0, More, Ns1), '$all_neighbours'(Vs, H, Ns1, Ns).

complement(G, C) :- vertices(G, Vs), '$complement'(G, Vs, C).
'$complement'([], _, []).
'$complement'([V-Ns|G], Vs, [V-Others|C]) :- ord_add_element(Ns, V, Not), ord_subtract(Vs, Not, Others), '$complement'(G, Vs, C).

% Warshall: every vertex in turn is allowed between others.
transitive_closure(G, C) :- '$closure'(G, G, C).
'$closure'([], C, C).
'$closure'([V-_|Rest], G, C) :- '$neighbours'(G, V, Ns), '$closure_by'(G, V, Ns, G1), '$closure'(Rest, G1, C).
'$closure_by'([], _, _, []).
'$closure_by'([W-Ms|G], V, Ns, [W-Ks|C]) :- ( ord_memberchk(V, Ms) -> ord_union(Ms, Ns, Ks) ; Ks = Ms ), '$closure_by'(G, V, Ns, C).
symmetric_closure(G, C) :- transpose_ugraph(G, T), '$ugraph_union'(G, T, C).

reachable(V, G, Rs) :- '$reachable'([V], G, [V], Rs).
'$reachable'([], _, Rs, Rs).
'$reachable'([V|Vs], G, Rs0, Rs) :-
    '$neighbours_in'(G, V, Ns), ord_subtract(Ns, Rs0, New), ord_union(Rs0, New, Rs1), append(Vs, New, Next), '$reachable'(Next, G, Rs1, Rs).

% Vertices without predecessors first, those that stand first in the graph before others.
top_sort(G, L) :-
    transpose_ugraph(G, T), '$degrees'(T, Ds0), list_to_assoc(Ds0, Ds), '$without'(Ds0, Zs), length(G, N), '$top_sort'(Zs, G, Ds, L), length(L, N).
'$degrees'([], []).
'$degrees'([V-Ns|G], [V-N|Ds]) :- length(Ns, N), '$degrees'(G, Ds).
'$without'([], []).
'$without'([V-N|Ds], Zs) :- ( N =:= 0 -> Zs = [V|Rest] ; Zs = Rest ), '$without'(Ds, Rest).
'$top_sort'([], _, _, []).
'$top_sort'([V|Zs], G, Ds0, [V|L]) :- '$neighbours'(G, V, Ns), '$decrement'(Ns, Ds0, Ds, Zs, Next), '$top_sort'(Next, G, Ds, L).
'$decrement'([], Ds, Ds, Zs, Zs).
'$decrement'([N|Ns], Ds0, Ds, Zs0, Zs) :-
    get_assoc(N, Ds0, C), C1 is C - 1, put_assoc(N, Ds0, C1, Ds1), ( C1 =:= 0 -> Zs1 = [N|Zs0] ; Zs1 = Zs0 ), '$decrement'(Ns, Ds1, Ds, Zs1, Zs).
connect_ugraph(G, Start, New) :-
    vertices(G, Vs), transpose_ugraph(G, T), findall(V, member(V-[], T), Starts0), ( Starts0 == [] -> Starts = Vs ; Starts = Starts0 ),
    ( Vs = [First|_] -> Start0 = First ; Start0 = [] ), ( var(Start) -> Start = '$start'(Start0) ; true ), '$ugraph_union'([Start-Starts], G, New).
