% Grammar bodies as goals: phrase/2 and phrase/3.

phrase(Body, List) :- phrase(Body, List, []).
phrase(Body, List, Rest) :-
    ( var(Body) -> throw(error(instantiation_error, _)) ; callable(Body) -> true ; string(Body) -> true ; throw(error(type_error(callable, Body), _)) ),
    '$dcg_list'(List), '$dcg_list'(Rest),
    '$dcg_body'(Body, From, To, Goal),
    From = List, To = Rest,
    call(Goal).
'$dcg_list'(List) :- ( var(List) -> true ; is_list(List) -> true ; '$dcg_tail'(List) -> true ; throw(error(type_error(list, List), _)) ).
'$dcg_tail'(T) :- var(T), !.
'$dcg_tail'([_|T]) :- '$dcg_tail'(T).
'$dcg_body'(Body, S0, S, phrase(Body, S0, S)) :- var(Body), !.
'$dcg_body'((A, B), S0, S, (GA, GB)) :- !, '$dcg_body'(A, S0, S1, GA), '$dcg_body'(B, S1, S, GB).
'$dcg_body'((A -> B), S0, S, (GA -> GB)) :- !, '$dcg_body'(A, S0, S1, GA), '$dcg_body'(B, S1, S, GB).
'$dcg_body'((A *-> B), S0, S, (GA *-> GB)) :- !, '$dcg_body'(A, S0, S1, GA), '$dcg_body'(B, S1, S, GB).
'$dcg_body'((A ; B), S0, S, (GA ; GB)) :- !, '$dcg_body'(A, S0, S, GA), '$dcg_body'(B, S0, S, GB).
'$dcg_body'('|'(A, B), S0, S, (GA ; GB)) :- !, '$dcg_body'(A, S0, S, GA), '$dcg_body'(B, S0, S, GB).
'$dcg_body'(\+ A, S0, S, (\+ G, S0 = S)) :- !, '$dcg_body'(A, S0, _, G).
'$dcg_body'(!, S0, S, (!, S0 = S)) :- !.
'$dcg_body'({}, S0, S, S0 = S) :- !.
'$dcg_body'({Goal}, S0, S, (Goal, S0 = S)) :- !.
'$dcg_body'([], S0, S, S0 = S) :- !.
'$dcg_body'(Text, S0, S, S0 = List) :- string(Text), !, string_codes(Text, Codes), append(Codes, S, List).
'$dcg_body'(Items, S0, S, S0 = List) :- is_list(Items), !, append(Items, S, List).
'$dcg_body'(M:Body, S0, S, M:Goal) :- !, '$dcg_body'(Body, S0, S, Goal).
'$dcg_body'(Body, S0, S, Goal) :- Body =.. Parts, append(Parts, [S0, S], All), Goal =.. All.
