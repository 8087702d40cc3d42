% library(quintus): functions as predicates, and exceptions.

on_exception(Ball, Goal, Recovery) :- catch(Goal, Ball, Recovery).
raise_exception(Ball) :- throw(Ball).

abs(X, Y) :- Y is abs(X).
sign(X, Y) :- Y is sign(X).
sin(X, Y) :- Y is sin(X).
cos(X, Y) :- Y is cos(X).
tan(X, Y) :- Y is tan(X).
asin(X, Y) :- Y is asin(X).
acos(X, Y) :- Y is acos(X).
atan(X, Y) :- Y is atan(X).
atan2(X, Y, Z) :- Z is atan2(X, Y).
sqrt(X, Y) :- Y is sqrt(X).
log(X, Y) :- Y is log(X).
log10(X, Y) :- Y is log10(X).
pow(X, Y, Z) :- Z is X ** Y.
ceiling(X, Y) :- Y is ceiling(X).
floor(X, Y) :- Y is floor(X).
round(X, Y) :- Y is round(X).
simple(X) :- ( var(X) -> true ; atomic(X) ).
