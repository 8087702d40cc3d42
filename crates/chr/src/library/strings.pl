% library(strings), library(readutil) and messages, as far as they are text.

read_term(_, T, Options) :- read_term(T, Options).
read(_, T) :- read(T).
read_line_to_string(_, S) :- '$read_line'(C), ( C == end_of_file -> S = C ; string_codes(S, C) ).
read_line_to_codes(_, Cs) :- '$read_line'(C), ( C == end_of_file -> Cs = -1 ; Cs = C ).
read_stream_to_codes(_, Cs) :- '$read_all'(Cs).
read_string(_, _, S) :- '$read_all'(Cs), string_codes(S, Cs).
read_term_from_atom(A, T, _) :- term_to_atom(T, A).
text_to_string(T, S) :- ( var(T) -> instantiation_error(T) ; string(T) -> S = T ; T == [] -> S = "" ; is_list(T) -> '$list_string'(T, S) ; atom_string(T, S) ).
'$list_string'(L, S) :- ( L = [X|_], integer(X) -> string_codes(S, L) ; string_chars(S, L) ).
term_string(S, T, _) :- term_string(S, T).
string_lines(S, Ls) :- ( nonvar(S) -> split_string(S, "\n", "", L0), ( append(L1, [""], L0) -> Ls = L1 ; Ls = L0 ) ; atomic_list_concat(Ls, '\n', A), atom_string(A, S) ).
