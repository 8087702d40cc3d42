% library(yall): lambda expressions. Variables are renamed apart for each call, but for those before `/`.

'>>'(Ps, B) :- '$lambda'(Ps, B, []).
'>>'(Ps, B, A) :- '$lambda'(Ps, B, [A]).
'>>'(Ps, B, A1, A2) :- '$lambda'(Ps, B, [A1, A2]).
'>>'(Ps, B, A1, A2, A3) :- '$lambda'(Ps, B, [A1, A2, A3]).
'>>'(Ps, B, A1, A2, A3, A4) :- '$lambda'(Ps, B, [A1, A2, A3, A4]).
'>>'(Ps, B, A1, A2, A3, A4, A5) :- '$lambda'(Ps, B, [A1, A2, A3, A4, A5]).
'>>'(Ps, B, A1, A2, A3, A4, A5, A6) :- '$lambda'(Ps, B, [A1, A2, A3, A4, A5, A6]).
'>>'(Ps, B, A1, A2, A3, A4, A5, A6, A7) :- '$lambda'(Ps, B, [A1, A2, A3, A4, A5, A6, A7]).
'$lambda'(Ps0, B0, As) :-
    (   nonvar(Ps0), Ps0 = Free/_ -> copy_term_nat(Free/Ps0 >> B0, Free/Copy >> B), Copy = _/Ps ; copy_term_nat(Ps0 >> B0, Ps >> B) ),
    '$passed'(Ps, As, Rest), '$with'(Rest, B).
'$passed'([], As, As) :- !.
'$passed'([P|Ps], [A|As], Rest) :- !, P = A, '$passed'(Ps, As, Rest).
'$passed'([_|_], [], []).
'$with'([], G) :- !, ( nonvar(G), G = _/B, nonvar(B) -> call(B) ; call(G) ).
'$with'(As, G0) :- G0 =.. L0, append(L0, As, L), G =.. L, call(G).
'/'(Free, L) :- '$free_lambda'(Free, L, []).
'/'(Free, L, A1) :- '$free_lambda'(Free, L, [A1]).
'/'(Free, L, A1, A2) :- '$free_lambda'(Free, L, [A1, A2]).
'/'(Free, L, A1, A2, A3) :- '$free_lambda'(Free, L, [A1, A2, A3]).
'/'(Free, L, A1, A2, A3, A4) :- '$free_lambda'(Free, L, [A1, A2, A3, A4]).
'/'(Free, L, A1, A2, A3, A4, A5) :- '$free_lambda'(Free, L, [A1, A2, A3, A4, A5]).
'$free_lambda'(Free, L0, As) :- copy_term_nat(Free/L0, Free/L), ( nonvar(L), L = Ps>>B -> '$passed'(Ps, As, Rest), '$with'(Rest, B) ; '$with'(As, L) ).
