% freeze/2, dif/2 and when/2 on attributed variables.

freeze(X, G) :- ( nonvar(X) -> call(G) ; '$put_frozen'(X, G) ).
'$put_frozen'(X, G0) :- '$qualified'(G0, G), ( get_attr(X, freeze, Old) -> put_attr(X, freeze, '$and'(Old, G)) ; put_attr(X, freeze, G) ).
'$qualified'(G, M:H) :- ( nonvar(G), G = N:H0 -> M = N, H = H0 ; M = user, H = G ).
'freeze:attr_unify_hook'(G, Y) :-
    (   attvar(Y), get_attr(Y, freeze, G2) -> put_attr(Y, freeze, '$and'(G2, G))
    ;   var(Y) -> put_attr(Y, freeze, G)
    ;   '$run_frozen'(G)
    ).
'$run_frozen'('$and'(A, B)) :- !, '$run_frozen'(A), '$run_frozen'(B).
'$run_frozen'(_:G) :- call(G).
'freeze:attribute_goals'(X, S0, S) :- get_attr(X, freeze, G), '$frozen_goals'(G, X, S0, S).
'$frozen_goals'('$and'(A, B), X, S0, S) :- !, '$frozen_goals'(A, X, S0, S1), '$frozen_goals'(B, X, S1, S).
'$frozen_goals'(G, X, [freeze(X, G)|S], S).
frozen(T, G) :- term_attvars(T, Vs), '$frozen_all'(Vs, Gs), '$conjunction'(Gs, G).
'$frozen_all'([], []).
'$frozen_all'([V|Vs], Gs) :- '$attribute_goals'(V, Gs, Rest), '$frozen_all'(Vs, Rest).
'$conjunction'([], true).
'$conjunction'([G|Gs], C) :- ( Gs == [] -> C = G ; C = (G, D), '$conjunction'(Gs, D) ).

% A pair of terms that must stay different is one term, on every variable that could make them equal.
dif(X, Y) :- ( '$differ'(X, Y) -> true ; X \== Y, unifiable(X, Y, Us), '$suspend_dif'(Us, vardif(X, Y, _)) ).
'$differ'(X, Y) :- X \= Y.
'$suspend_dif'([], _).
'$suspend_dif'([V = T|Us], D) :- '$add_dif'(V, D), ( var(T) -> '$add_dif'(T, D) ; true ), '$suspend_dif'(Us, D).
'$add_dif'(V, D) :- ( get_attr(V, dif, Ds) -> ( '$among'(Ds, D) -> true ; put_attr(V, dif, [D|Ds]) ) ; put_attr(V, dif, [D]) ).
'dif:attr_unify_hook'(Ds, Y) :-
    (   attvar(Y), get_attr(Y, dif, Es) -> append(Ds, Es, All), put_attr(Y, dif, All)
    ;   var(Y) -> put_attr(Y, dif, Ds)
    ;   true
    ),
    '$recheck_difs'(Ds).
'$recheck_difs'([]).
'$recheck_difs'([vardif(X, Y, Done)|Ds]) :-
    (   Done == done -> true
    ;   X == Y -> fail
    ;   unifiable(X, Y, Us) -> '$suspend_dif'(Us, vardif(X, Y, Done))
    ;   Done = done
    ),
    '$recheck_difs'(Ds).
'dif:attribute_goals'(V, S0, S) :- get_attr(V, dif, Ds0), reverse(Ds0, Ds), '$dif_goals'(Ds, V, S0, S).
'$dif_goals'([], _, S, S).
'$dif_goals'([vardif(X, Y, Done)|Ds], V, S0, S) :-
    (   Done \== done, unifiable(X, Y, Us), Us \== [] ->
        reverse(Us, Rs), '$dif_sides'(Rs, As, Bs),
        ( As = [A], Bs = [B] -> G = dif(A, B) ; FA =.. [f|As], FB =.. [f|Bs], G = dif(FA, FB) ),
        ( '$first_dif_var'(Us, V) -> S0 = [G|S1] ; S0 = S1 )
    ;   S0 = S1
    ),
    '$dif_goals'(Ds, V, S1, S).
'$dif_sides'([], [], []).
'$dif_sides'([A = B|Us], [A|As], [B|Bs]) :- '$dif_sides'(Us, As, Bs).
% Of all variables that a pair is on, the first one shows it.
'$first_dif_var'(Us, V) :- term_attvars(Us, Vs), '$oldest'(Vs, V).
'$oldest'([W|_], V) :- W == V.

when(C, G) :- var(C), !, instantiation_error(C-G).
when(C, G) :- '$when_condition'(C), '$when_simplified'(C, S), ( S == true -> call(G) ; '$qualified'(G, Q), '$suspend_when'(S, when(S, Q, _)) ).
'$when_condition'(C) :- var(C), !, instantiation_error(C).
'$when_condition'(nonvar(_)) :- !.
'$when_condition'(ground(_)) :- !.
'$when_condition'(?=(_, _)) :- !.
'$when_condition'((A, B)) :- !, '$when_condition'(A), '$when_condition'(B).
'$when_condition'((A ; B)) :- !, '$when_condition'(A), '$when_condition'(B).
'$when_condition'(C) :- domain_error(when_condition, C).
'$when_simplified'(nonvar(X), S) :- ( nonvar(X) -> S = true ; S = nonvar(X) ).
'$when_simplified'(ground(X), S) :- ( ground(X) -> S = true ; S = ground(X) ).
'$when_simplified'(?=(X, Y), S) :- ( ?=(X, Y) -> S = true ; S = ?=(X, Y) ).
'$when_simplified'((A, B), S) :- '$when_simplified'(A, SA), '$when_simplified'(B, SB), ( SA == true -> S = SB ; SB == true -> S = SA ; S = (SA, SB) ).
'$when_simplified'((A ; B), S) :- '$when_simplified'(A, SA), '$when_simplified'(B, SB), ( SA == true -> S = true ; SB == true -> S = true ; S = (SA ; SB) ).
% The variables whose binding may decide a condition.
'$when_vars'(nonvar(X), [X]).
'$when_vars'(ground(X), [V]) :- term_variables(X, [V|_]).
'$when_vars'(?=(X, Y), Vs) :- unifiable(X, Y, Us), term_variables(Us, Vs).
'$when_vars'((A, _), Vs) :- '$when_vars'(A, Vs).
'$when_vars'((A ; B), Vs) :- '$when_vars'(A, As), '$when_vars'(B, Bs), append(As, Bs, Vs0), term_variables(Vs0, Vs).
'$suspend_when'(S, W) :- '$when_vars'(S, Vs), '$add_when'(Vs, W).
'$add_when'([], _).
'$add_when'([V|Vs], W) :- ( get_attr(V, when, Ws) -> append(Ws, [W], All), put_attr(V, when, All) ; put_attr(V, when, [W]) ), '$add_when'(Vs, W).
'when:attr_unify_hook'(Ws, Y) :-
    (   attvar(Y), get_attr(Y, when, Es) -> append(Ws, Es, All), put_attr(Y, when, All) ; var(Y) -> put_attr(Y, when, Ws) ; true ),
    '$recheck_whens'(Ws, Y).
'$recheck_whens'([], _).
'$recheck_whens'([when(C, G, Done)|Ws], Y) :-
    (   Done == done -> true
    ;   '$when_simplified'(C, S),
        ( S == true -> Done = done, call(G) ; var(Y), S = C -> true ; '$suspend_when'(S, when(S, G, Done)) )
    ),
    '$recheck_whens'(Ws, Y).
'when:attribute_goals'(V, S0, S) :- get_attr(V, when, Ws), '$when_goals'(Ws, V, S0, S).
'$when_goals'([], _, S, S).
'$when_goals'([when(C, G, Done)|Ws], V, S0, S) :-
    ( Done \== done, '$when_vars'(C, [W|_]), W == V -> S0 = [when(C, G)|S1] ; S0 = S1 ), '$when_goals'(Ws, V, S1, S).
