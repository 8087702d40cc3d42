/*  What all programs here share.  posted(State) posts the constraints, labelled(State)
    gives the answers one by one.

      swipl -O file.pl ANSWERS

    prints RESULT, milliseconds of loading and posting, milliseconds of search,
    answers found, and nodes, if the program counts them in the flag `nodes`.
*/
:- initialization(main, main).

main([Text]) :-
    atom_number(Text, Most),
    flag(answers, _, 0),
    flag(nodes, _, 0),
    (   posted(State)
    ->  statistics(cputime, Ready),
        (   labelled(State),
            flag(answers, Before, Before+1),
            Before+1 >= Most
        ->  true
        ;   true
        )
    ;   statistics(cputime, Ready)
    ),
    statistics(cputime, Done),
    flag(answers, Found, Found),
    flag(nodes, Nodes, Nodes),
    Setup is 1000*Ready,
    Search is 1000*(Done-Ready),
    ( Nodes > 0 -> Counted = Nodes ; Counted = '' ),
    format("RESULT ~4f ~4f ~d ~w~n", [Setup, Search, Found, Counted]).
