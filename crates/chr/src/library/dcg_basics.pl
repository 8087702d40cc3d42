% library(dcg/basics): grammar rules over codes, translated by hand.

white([C|S], S) :- nonvar(C), code_type(C, white).
whites(S0, S) :- white(S0, S1), !, whites(S1, S).
whites(S, S).
blank([C|S], S) :- nonvar(C), code_type(C, space).
blanks(S0, S) :- blank(S0, S1), !, blanks(S1, S).
blanks(S, S).
blanks_to_nl(S0, S) :- '$blanks_to_nl'(S0, S), !.
'$blanks_to_nl'([10|S], S).
'$blanks_to_nl'([], []).
'$blanks_to_nl'([C|S0], S) :- C =\= 10, code_type(C, space), '$blanks_to_nl'(S0, S).
nonblank(C, [C|S], S) :- code_type(C, graph).
nonblanks([C|Cs], [C|S0], S) :- code_type(C, graph), !, nonblanks(Cs, S0, S).
nonblanks([], S, S).
string([], S, S).
string([C|Cs], [C|S0], S) :- string(Cs, S0, S).
string_without(Not, Cs, S0, S) :- ( is_list(Not) -> Codes = Not ; string_codes(Not, Codes) ), '$string_without'(S0, Codes, Cs, S).
'$string_without'([C|S0], Not, [C|Cs], S) :- \+ memberchk(C, Not), !, '$string_without'(S0, Not, Cs, S).
'$string_without'(S, _, [], S).
alpha_to_lower(L, [C|S], S) :- nonvar(C), code_type(C, alpha), code_type(U, to_upper(C)), L = U.
digit(C, [C|S], S) :- code_type(C, digit).
digits([C|Cs], S0, S) :- digit(C, S0, S1), !, digits(Cs, S1, S).
digits([], S, S).
integer(I, S0, S) :- nonvar(I), !, format(codes(Cs), '~d', [I]), append(Cs, S, S0).
integer(I, S0, S) :- '$int_codes'(Cs, S0, S), number_codes(I, Cs).
'$int_codes'([0'-, D|Ds], [0'-|S0], S) :- !, '$digits1'([D|Ds], S0, S).
'$int_codes'(Ds, [0'+|S0], S) :- !, '$digits1'(Ds, S0, S).
'$int_codes'(Ds, S0, S) :- '$digits1'(Ds, S0, S).
'$digits1'([D|Ds], S0, S) :- digit(D, S0, S1), digits(Ds, S1, S).
number(N, S0, S) :- nonvar(N), !, format(codes(Cs), '~w', [N]), append(Cs, S, S0).
number(N, S0, S) :-
    '$int_codes'(Is, S0, S1), ( '$fraction'(Fs, S1, S2) -> true ; Fs = [], S2 = S1 ), ( '$exponent'(Es, S2, S3) -> true ; Es = [], S3 = S2 ),
    ( Fs == [], Es \== [] -> append(Is, [0'., 0'0|Es], Cs) ; append([Is, Fs, Es], Cs) ), number_codes(N, Cs), S = S3.
'$fraction'([0'.|Ds], [0'.|S0], S) :- '$digits1'(Ds, S0, S).
'$exponent'([0'e|Cs], [E|S0], S) :- ( E =:= 0'e ; E =:= 0'E ), !, '$int_codes'(Cs, S0, S).
float(F, S0, S) :- number(N, S0, S), F is float(N).
xinteger(I, S0, S) :- nonvar(I), !, format(codes(Cs), '~16r', [I]), append(Cs, S, S0).
xinteger(I, S0, S) :- xdigit(W, S0, S1), xdigits(Ws, S1, S), '$hex'([W|Ws], 0, I).
'$hex'([], I, I).
'$hex'([W|Ws], I0, I) :- I1 is I0 * 16 + W, '$hex'(Ws, I1, I).
xdigits([W|Ws], S0, S) :- xdigit(W, S0, S1), !, xdigits(Ws, S1, S).
xdigits([], S, S).
xdigit(W, [C|S], S) :- nonvar(C), code_type(C, xdigit(W)).
eos([], []).
eol([10|S], S) :- !.
eol([13, 10|S], S) :- !.
eol([], []).
remainder(R, R, []).
prolog_symbol(A, S0, S) :- '$symbols'(Cs, S0, S), Cs \== [], atom_codes(A, Cs).
'$symbols'([C|Cs], [C|S0], S) :- nonvar(C), memberchk(C, [0'#, 0'$, 0'&, 0'*, 0'+, 0'-, 0'., 0'/, 0':, 0'<, 0'=, 0'>, 0'?, 0'@, 0'\\, 0'^, 0'~]), !, '$symbols'(Cs, S0, S).
'$symbols'([], S, S).
csym(C, [C|S], S) :- code_type(C, csym).
csyms([C|Cs], S0, S) :- csym(C, S0, S1), !, csyms(Cs, S1, S).
csyms([], S, S).
prolog_var_name(A, [C|S0], S) :- code_type(C, prolog_var_start), csyms(Cs, S0, S), atom_codes(A, [C|Cs]).
atom(A, S0, S) :- format(codes(Cs), '~a', [A]), append(Cs, S, S0).
sequence(Element, List, S0, S) :- '$sequence'(List, Element, S0, S).
'$sequence'([], _, S, S).
'$sequence'([X|Xs], Element, S0, S) :- call(Element, X, S0, S1), '$sequence'(Xs, Element, S1, S).
sequence(Element, Separator, List, S0, S) :-
    (   List = [X|Xs], call(Element, X, S0, S1), '$sequence_rest'(Xs, Element, Separator, S1, S)
    ;   List = [], S = S0
    ).
'$sequence_rest'([X|Xs], Element, Separator, S0, S) :- call(Separator, S0, S1), call(Element, X, S1, S2), !, '$sequence_rest'(Xs, Element, Separator, S2, S).
'$sequence_rest'([], _, _, S, S).
