% library(option): options in lists, as Name(Value) or Name = Value.

option(Opt, Options) :- functor(Opt, Name, 1), arg(1, Opt, Value), '$option'(Options, Name, Found), !, Value = Found.
option(Opt, Options, Default) :-
    functor(Opt, Name, 1), arg(1, Opt, Value), ( '$option'(Options, Name, Found) -> Value = Found ; Value = Default ).
'$option'([O|Os], Name, Value) :- ( '$option_is'(O, Name, V) -> Value = V ; '$option'(Os, Name, Value) ).
'$option_is'(O, Name, Value) :- nonvar(O), ( O = (Name = Value) -> true ; functor(O, Name, 1), arg(1, O, Value) ).
select_option(Opt, Options, Rest) :- functor(Opt, Name, 1), arg(1, Opt, Value), '$select_option'(Options, Name, Found, Rest), !, Value = Found.
select_option(Opt, Options, Rest, Default) :-
    functor(Opt, Name, 1), arg(1, Opt, Value), ( '$select_option'(Options, Name, Found, Rest0) -> Value = Found, Rest = Rest0 ; Value = Default, Rest = Options ).
'$select_option'([O|Os], Name, Value, Rest) :- ( '$option_is'(O, Name, V) -> Value = V, Rest = Os ; Rest = [O|Rest1], '$select_option'(Os, Name, Value, Rest1) ).
merge_options(New, Old, Merged) :-
    '$canonical_options'(New, N0), '$canonical_options'(Old, O0), sort(N0, N), '$not_overridden'(O0, N, O), append(N, O, M), sort(M, Merged).
'$canonical_options'([], []).
'$canonical_options'([O|Os], [C|Cs]) :- ( O = (N = V) -> C =.. [N, V] ; C = O ), '$canonical_options'(Os, Cs).
'$not_overridden'([], _, []).
'$not_overridden'([O|Os], New, Ls) :- functor(O, N, A), functor(T, N, A), ( memberchk(T, New) -> Ls = Rest ; Ls = [O|Rest] ), '$not_overridden'(Os, New, Rest).
