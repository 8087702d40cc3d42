% library(gensym): new names by counting.

gensym(Base, Name) :- atom_concat('$gensym_', Base, Key), flag(Key, N, N + 1), M is N + 1, atom_concat(Base, M, Name).
reset_gensym(Base) :- atom_concat('$gensym_', Base, Key), flag(Key, _, 0).
reset_gensym :- '$reset_gensym'.
