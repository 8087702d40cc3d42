% The part of library(clpfd) that is written in Prolog: labelling, which must go through the machine's own choice points so that rules and
% goals that wait for a value run at every step.

X ins D :- '$fd_ins'(X, D).

label(Vars) :- labeling([], Vars).

indomain(Var) :- labeling([], [Var]).

labeling(Options, Vars) :-
    '$fd_options'(Options, Vars, Select, Order, Choice, Optimise),
    '$fd_labeling'(Optimise, Vars, Select, Order, Choice).

'$fd_labeling'([], Vars, S, O, C) :- '$fd_label'(Vars, S, O, C).
'$fd_labeling'([E|Es], Vars, S, O, C) :-
    '$fd_objectives'([E|Es], Objectives),
    '$fd_optimise'(Objectives, Vars, S, O, C).

'$fd_objectives'([], []).
'$fd_objectives'([min(E)|Es], [min(V)|Vs]) :- V #= E, '$fd_objectives'(Es, Vs).
'$fd_objectives'([max(E)|Es], [max(V)|Vs]) :- V #= E, '$fd_objectives'(Es, Vs).

'$fd_label'(Vars, S, O, C) :-
    '$fd_next'(Vars, S, O, C, Branch),
    '$fd_branch'(Branch, S, O, C).

'$fd_branch'(done, _, _, _).
'$fd_branch'(step(Var, Value, Rest, _), S, O, C) :- Var = Value, '$fd_label'(Rest, S, O, C).
'$fd_branch'(step(Var, Value, _, Vars), S, O, C) :- '$fd_remove'(Var, Value), '$fd_label'(Vars, S, O, C).
'$fd_branch'(enum(Var, Values, Rest), S, O, C) :- '$fd_member'(Values, Var), '$fd_label'(Rest, S, O, C).
'$fd_branch'(low(Var, Middle, Vars), S, O, C) :- ( Var #=< Middle ; Var #> Middle ), '$fd_label'(Vars, S, O, C).
'$fd_branch'(high(Var, Middle, Vars), S, O, C) :- ( Var #> Middle ; Var #=< Middle ), '$fd_label'(Vars, S, O, C).

'$fd_member'([V], V0) :- !, V0 = V.
'$fd_member'([V|_], V).
'$fd_member'([_|Vs], V) :- '$fd_member'(Vs, V).

% Solutions in the order of an objective: its best value is found by search, then its solutions, then all others.
'$fd_optimise'([Objective|More], Vars, S, O, C) :-
    findall(Best, '$fd_best'(Objective, Vars, S, O, C, Best), [Best]),
    arg(1, Objective, Expr),
    (   Expr #= Best,
        '$fd_rest'(More, Vars, S, O, C)
    ;   Expr #\= Best,
        '$fd_optimise'([Objective|More], Vars, S, O, C)
    ).

'$fd_rest'([], Vars, S, O, C) :- '$fd_label'(Vars, S, O, C).
'$fd_rest'([E|Es], Vars, S, O, C) :- '$fd_optimise'([E|Es], Vars, S, O, C).

'$fd_best'(Objective, Vars, S, O, C, Best) :-
    arg(1, Objective, Expr),
    findall(Expr, '$fd_once'(Vars, S, O, C), [First]),
    '$fd_ground'(First),
    '$fd_improve'(Objective, Vars, S, O, C, First, Best).

'$fd_once'(Vars, S, O, C) :- '$fd_label'(Vars, S, O, C), !.

'$fd_ground'(Value) :- ( var(Value) -> throw(error(instantiation_error, _)) ; true ).

'$fd_improve'(Objective, Vars, S, O, C, Value, Best) :-
    findall(Next, '$fd_better'(Objective, Value, Vars, S, O, C, Next), Found),
    (   Found = [Next] -> '$fd_improve'(Objective, Vars, S, O, C, Next, Best)
    ;   Best = Value
    ).

'$fd_better'(min(Expr), Value, Vars, S, O, C, Expr) :- Expr #< Value, '$fd_once'(Vars, S, O, C).
'$fd_better'(max(Expr), Value, Vars, S, O, C, Expr) :- Expr #> Value, '$fd_once'(Vars, S, O, C).

transpose(Lists, Columns) :- '$fd_transpose'(Lists, Columns).

zcompare(Order, A, B) :- '$fd_compare'(A, B, Known), '$fd_order'(Known, Order, A, B).

'$fd_order'(<, <, _, _).
'$fd_order'(>, >, _, _).
'$fd_order'(=, =, _, _).
'$fd_order'(none, <, A, B) :- A #< B.
'$fd_order'(none, =, A, B) :- A #= B.
'$fd_order'(none, >, A, B) :- A #> B.
