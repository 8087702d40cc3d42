% library(error): checks of types, and the errors they throw.

type_error(Type, X) :- throw(error(type_error(Type, X), _)).
domain_error(Domain, X) :- throw(error(domain_error(Domain, X), _)).
existence_error(Kind, X) :- throw(error(existence_error(Kind, X), _)).
existence_error(Kind, X, In) :- throw(error(existence_error(Kind, X, In), _)).
permission_error(Action, Kind, X) :- throw(error(permission_error(Action, Kind, X), _)).
instantiation_error(_) :- throw(error(instantiation_error, _)).
uninstantiation_error(X) :- throw(error(uninstantiation_error(X), _)).
representation_error(What) :- throw(error(representation_error(What), _)).
syntax_error(What) :- throw(error(syntax_error(What), _)).
resource_error(What) :- throw(error(resource_error(What), _)).

must_be(Type, X) :- ( '$is_type'(Type, X) -> true ; '$not_type'(Type, X) ).
is_of_type(Type, X) :- '$is_type'(Type, X).
'$is_type'(Type, _) :- var(Type), !, instantiation_error(Type).
'$is_type'(Type, X) :- '$type_check'(Type, X, Goal), !, call(Goal).
'$is_type'(Type, _) :- existence_error(type, Type).
'$type_check'(any, _, true).
'$type_check'(acyclic, X, acyclic_term(X)).
'$type_check'(cyclic, X, cyclic_term(X)).
'$type_check'(atom, X, atom(X)).
'$type_check'(atomic, X, atomic(X)).
'$type_check'(between(L, H), X, '$is_between'(X, L, H)).
'$type_check'(boolean, X, ( X == true ; X == false )).
'$type_check'(callable, X, callable(X)).
'$type_check'(char, X, ( atom(X), atom_length(X, 1) )).
'$type_check'(chars, X, '$is_list_of'(X, char)).
'$type_check'(code, X, ( integer(X), X >= 0, X =< 0x10ffff )).
'$type_check'(codes, X, '$is_list_of'(X, code)).
'$type_check'(text, X, ( atom(X) ; string(X) ; '$is_list_of'(X, char) ; '$is_list_of'(X, code) )).
'$type_check'(compound, X, compound(X)).
'$type_check'(float, X, float(X)).
'$type_check'(ground, X, ground(X)).
'$type_check'(integer, X, integer(X)).
'$type_check'(nonneg, X, ( integer(X), X >= 0 )).
'$type_check'(positive_integer, X, ( integer(X), X >= 1 )).
'$type_check'(negative_integer, X, ( integer(X), X < 0 )).
'$type_check'(nonvar, X, nonvar(X)).
'$type_check'(number, X, number(X)).
'$type_check'(oneof(L), X, ( nonvar(X), memberchk(X, L) )).
'$type_check'(pair, X, ( nonvar(X), X = _-_ )).
'$type_check'(symbol, X, atom(X)).
'$type_check'(var, X, var(X)).
'$type_check'(rational, X, rational(X)).
'$type_check'(string, X, string(X)).
'$type_check'(encoding, X, ( nonvar(X), memberchk(X, [octet, ascii, iso_latin_1, text, utf8, unicode_be, unicode_le, utf16be, utf16le, wchar_t]) )).
'$type_check'(list, X, is_list(X)).
'$type_check'(proper_list, X, is_list(X)).
'$type_check'(list(T), X, '$is_list_of'(X, T)).
'$type_check'(type, X, ( ground(X), '$type_check'(X, _, _) )).
'$type_check'(dict, _, fail).
'$type_check'(assoc, X, ( X == t ; functor(X, t, 5) )).
'$is_list_of'(X, Type) :- is_list(X), '$all_of_type'(X, Type).
'$all_of_type'([], _).
'$all_of_type'([X|Xs], Type) :- '$is_type'(Type, X), '$all_of_type'(Xs, Type).
'$list_end'(X, E) :- ( nonvar(X), X = [_|T] -> '$list_end'(T, E) ; E = X ).
'$is_between'(X, L, H) :- ( integer(L), integer(H) -> integer(X) ; number(X) ), X >= L, X =< H.

'$not_type'(var, X) :- !, uninstantiation_error(X).
'$not_type'(cyclic, X) :- !, domain_error(cyclic_term, X).
'$not_type'(acyclic, X) :- !, domain_error(acyclic_term, X).
'$not_type'(_, X) :- var(X), !, instantiation_error(X).
'$not_type'(ground, X) :- !, instantiation_error(X).
'$not_type'(chars, X) :- !, '$not_type'(list(char), X).
'$not_type'(codes, X) :- !, '$not_type'(list(code), X).
'$not_type'(Type, X) :- '$list_type'(Type), '$list_end'(X, E), var(E), !, instantiation_error(X).
'$not_type'(list(T), X) :- is_list(X), !, '$first_not'(X, T).
'$not_type'(Type, X) :- type_error(Type, X).
'$list_type'(list).
'$list_type'(proper_list).
'$list_type'(list(_)).
'$first_not'([X|Xs], T) :- ( '$is_type'(T, X) -> '$first_not'(Xs, T) ; '$not_type'(T, X) ).
