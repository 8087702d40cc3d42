% Tabled predicates. A clause of `p/2` under `:- table p/2` defines 'p tabled'/2, and `p/2` itself calls the first of these.

'$tabled'(Goal, Clauses) :- '$table_open'(Goal, T, Compute), ( Compute == true -> '$table_compute'(T, Goal, Clauses) ; true ), '$table_answer'(T, Goal).
'$table_compute'(T, Goal, Clauses) :- '$table_begin'(T), catch('$table_rounds'(T, Goal, Clauses), E, ( '$table_abandon'(T), throw(E) )).
'$table_rounds'(T, Goal, Clauses) :- ( call(Clauses), '$table_add'(T, Goal), fail ; true ), ( '$table_end'(T) -> '$table_rounds'(T, Goal, Clauses) ; true ).

% With modes, one answer is kept for each value of the arguments without a mode (Keys).
'$tabled'(Goal, Clauses, Keys, Modes, Values) :-
    copy_term(Goal-Keys-Values, Call-Keys-_), '$table_open'(Call, T, Compute),
    ( Compute == true -> '$table_compute'(T, Clauses, Keys, Modes, Values) ; true ), '$table_answer'(T, Keys-Values).
'$table_compute'(T, Clauses, Keys, Modes, Values) :-
    '$table_begin'(T), catch('$table_rounds'(T, Clauses, Keys, Modes, Values), E, ( '$table_abandon'(T), throw(E) )).
'$table_rounds'(T, Clauses, Keys, Modes, Values0) :-
    (   copy_term(Clauses-Keys-Values0, G-Keys-Values), call(G), '$table_merge'(T, Keys, Modes, Values), fail ; true ),
    ( '$table_end'(T) -> '$table_rounds'(T, Clauses, Keys, Modes, Values0) ; true ).
'$table_merge'(T, Keys, Modes, Values) :-
    (   '$table_find'(T, Keys, _-Old) -> '$merged'(Modes, Old, Values, New), ( New =@= Old -> true ; '$table_set'(T, Keys, Keys-New) )
    ;   '$table_set'(T, Keys, Keys-Values)
    ).
% The first mode decides; values of `last` and the like follow it.
'$merged'([], [], [], []).
'$merged'([M|Ms], [O|Os], [V|Vs], [N|Ns]) :- '$merge'(M, O, V, N), '$merged'(Ms, Os, Vs, Ns).
'$merge'(min, O, V, N) :- ( V @< O -> N = V ; N = O ).
'$merge'(max, O, V, N) :- ( V @> O -> N = V ; N = O ).
'$merge'(first, O, _, O).
'$merge'(-, O, _, O).
'$merge'(last, _, V, V).
'$merge'(sum, O, V, N) :- N is O + V.
'$merge'(lattice(P), O, V, N) :- call(P, O, V, N).
'$merge'(po(P), O, V, N) :- ( call(P, O, V) -> N = V ; N = O ).
abolish_all_tables :- '$abolish_tables'.
