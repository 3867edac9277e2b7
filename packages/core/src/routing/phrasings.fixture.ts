/*
 * Ways to ask how work stands and to greet, in five languages, beside what looks like them: `work` is never `direct`, and
 * no room answers `other`.
 */
const PHRASINGS = `
status en | status
status en | status?
status en | status update
status en | any update on the refunds?
status en | any updates
status en | how's it going
status en | how are we doing?
status en | how far are we with the checkout test
status en | what are you working on
status en | what is everyone doing right now
status en | who is on the refunds?
status en | who's doing the login redirect
status en | who took the checkout test
status en | is anyone blocked
status en | what are we waiting for?
status en | what's waiting on me
status en | what is in the queue
status en | what's up next
status en | what's left to do?
status en | how many tasks are left
status en | what was finished today
status en | what's been done so far
status en | which tasks are done?
status en | what did you get done yesterday
status en | how much did we spend
status en | what's our spend in the last 24 hours
status en | how much money did we burn today
status en | what has it cost so far?
status en | who is around?
status en | is everybody online
status en | are the agents online?
status en | is the checkout test done
status en | is the checkout test still blocked?
status en | hi there, what's the status? thanks!
status en | morning! anything blocked?
status en | who's online and what's blocked?
status en | status of the refunds?
status en | where are we with the refunds
status de | status
status de | stand?
status de | Wie ist der Stand bei den Erstattungen?
status de | wie läufts
status de | wie läuft's gerade
status de | wie siehts aus
status de | woran arbeitet ihr gerade
status de | wer macht gerade was
status de | wer sitzt am checkout test
status de | wer kümmert sich um die Erstattungen?
status de | was ist blockiert
status de | hängt irgendwo was
status de | worauf wartet ihr
status de | wartet was auf mich?
status de | was steht in der Warteschlange
status de | was kommt als nächstes
status de | was steht noch an
status de | was habt ihr heute geschafft
status de | was ist schon fertig?
status de | was wurde heute erledigt
status de | wie viel hat das heute gekostet
status de | was haben wir heute ausgegeben?
status de | wie hoch sind die Kosten heute
status de | wieviel Geld ging heute drauf
status de | wer ist da?
status de | ist jemand online
status de | sind alle online?
status de | ist der Checkout-Test fertig
status de | wie weit sind die Erstattungen
status de | Guten Morgen, was ist der Stand?
status de | Was ist blockiert? Danke!
status de | wie weit ist die Weiterleitung nach dem Login?
status fr | statut ?
status fr | on en est où
status fr | où en sont les remboursements ?
status fr | ça avance ?
status fr | comment ça avance
status fr | ça donne quoi
status fr | qui travaille sur quoi
status fr | qui fait quoi en ce moment
status fr | qui a le test du checkout ?
status fr | sur quoi vous travaillez
status fr | qu'est-ce qui bloque
status fr | y a-t-il quelque chose de bloqué ?
status fr | il y a quelque chose de bloqué ?
status fr | quelque chose m'attend ?
status fr | qu'est-ce qui m'attend
status fr | on attend quoi ?
status fr | quelle est la prochaine tâche ?
status fr | que reste-t-il à faire
status fr | il reste quoi à faire ?
status fr | qu'est-ce qu'il y a dans la file ?
status fr | qu'est-ce qui a été fait aujourd'hui ?
status fr | qu'avez-vous terminé hier
status fr | combien on a dépensé aujourd'hui
status fr | combien ça a coûté jusqu'ici ?
status fr | ça nous a coûté combien aujourd'hui
status fr | quel est le coût aujourd'hui ?
status fr | qui est là ?
status fr | qui est connecté
status fr | est-ce que tout le monde est en ligne ?
status fr | le test du checkout est fini ?
status fr | est-ce que le test du checkout est terminé
status fr | salut, qu'est-ce qui est bloqué ? merci
status es | estado?
status es | ¿cómo va todo?
status es | cómo vamos con los reembolsos?
status es | como vamos
status es | en qué andamos
status es | en qué estáis trabajando
status es | quién está haciendo qué
status es | quién hace qué
status es | quién lleva la prueba del checkout
status es | quién está con los reembolsos?
status es | qué está bloqueado
status es | hay algo bloqueado
status es | hay algo parado?
status es | hay algo esperándome?
status es | qué espera por mí
status es | qué hay en la cola
status es | qué viene ahora
status es | qué sigue
status es | qué falta por hacer?
status es | cuántas tareas quedan
status es | qué se terminó hoy
status es | qué se ha terminado
status es | qué hicisteis ayer
status es | cuánto hemos gastado
status es | cuánto llevamos gastado hoy?
status es | cuánto costó hoy
status es | cuánto nos ha costado hasta ahora
status es | quién anda por ahí
status es | quién está en línea
status es | hay alguien conectado?
status es | está lista la prueba del checkout?
status es | Hola, ¿qué está bloqueado? Gracias
status pt | status?
status pt | como vão as coisas
status pt | como está o andamento?
status pt | como andam os reembolsos
status pt | em que pé está o teste do checkout?
status pt | no que vocês estão trabalhando
status pt | quem tá fazendo o quê
status pt | quem está fazendo o quê?
status pt | quem pegou o teste do checkout
status pt | quem tá com os reembolsos
status pt | tem algo bloqueado?
status pt | tem alguma coisa travada
status pt | o que tá bloqueado
status pt | o que está me esperando
status pt | tem algo esperando por mim?
status pt | qual é a próxima tarefa
status pt | o que vem depois?
status pt | o que falta fazer
status pt | quantas tarefas faltam?
status pt | o que tem na fila
status pt | o que foi feito hoje
status pt | o que ficou pronto hoje?
status pt | o que vocês terminaram ontem
status pt | quanto gastamos
status pt | quanto já foi gasto hoje?
status pt | quanto custou até agora
status pt | quem tá online
status pt | tem alguém online?
status pt | quem está aí?
status pt | o teste do checkout tá pronto?
status pt | já terminou o teste do checkout?
status pt | Oi, o que está bloqueado? Obrigado
status en | any blockers?
status en | what do I have to decide
status en | is there anything I have to decide?
status en | what shipped today
status en | what's pending
status en | how many tokens did we burn so far
status en | who is around right now
status de | gibt's Blocker?
status de | irgendwelche Blocker
status de | woran hakt es gerade
status de | was steckt fest?
status de | wartet irgendwas auf mich?
status de | was hat uns der Tag bisher gekostet
status de | Erstattungen, wie weit seid ihr da?
status de | wie weit ist die Erstattung
status de | wie weit sind wir mit den Erstattungen
status de | wer ist am Checkout-Test dran
status de | was liegt in der Queue?
status de | was habt ihr als letztes fertig gemacht
status fr | des blocages ?
status fr | ça coince où ?
status fr | est-ce que quelque chose est bloqué
status fr | quelque chose attend ma décision ?
status fr | est-ce qu'on attend quelque chose de moi ?
status fr | on a dépensé combien aujourd'hui
status fr | ça a coûté combien aujourd'hui ?
status fr | les remboursements, ça avance ?
status fr | les remboursements en sont où ?
status fr | où en est la redirection après le login
status fr | qui est sur le test du checkout
status fr | qui a pris le test du checkout
status fr | qu'y a-t-il dans la file d'attente ?
status fr | c'est quoi le dernier truc fini
status fr | qu'est-ce qui a été livré
status es | algún bloqueo?
status es | hay bloqueos?
status es | dónde estamos atascados
status es | algo pendiente de mi parte?
status es | hay alguna decisión pendiente?
status es | los reembolsos, ¿cómo van?
status es | cómo van los reembolsos
status es | qué tal van los reembolsos?
status es | cómo va la redirección tras el login
status es | quién se encarga de la prueba del checkout
status es | quién tomó la prueba del checkout
status es | cuánto llevamos gastado
status es | qué se acabó hoy
status es | qué hay pendiente
status pt | algum bloqueio?
status pt | o que está travando
status pt | tem alguma decisão minha pendente?
status pt | tem alguma coisa parada
status pt | tem algo pendente comigo?
status pt | e os reembolsos, como estão?
status pt | como estão os reembolsos
status pt | como anda o redirecionamento do login
status pt | quanto a gente gastou hoje
status pt | quanto já gastamos hoje
status pt | quem ficou com o teste do checkout
status pt | quem é o responsável pelo teste do checkout?
status pt | qual foi a última tarefa concluída
status pt | o que vocês entregaram ontem
greeting en | ty!
greeting en | thanks a bunch
greeting en | thanks for the quick fix
greeting en | looks great, thanks
greeting en | nice one
greeting en | awesome work everyone
greeting en | that works, thank you
greeting en | have a nice weekend!
greeting en | good morning all
greeting en | hello 👋
greeting de | vielen Dank euch allen
greeting de | super gemacht
greeting de | danke für die schnelle Hilfe
greeting de | moin zusammen
greeting de | schönen Feierabend
greeting de | läuft, danke
greeting de | perfekt, danke dir
greeting de | Guten Abend
greeting fr | merci à tous
greeting fr | super boulot
greeting fr | bon week-end !
greeting fr | bonne soirée
greeting fr | parfait merci
greeting fr | merci pour le coup de main
greeting fr | salut tout le monde
greeting fr | c'est parfait
greeting es | muchas gracias a todos
greeting es | buen trabajo
greeting es | perfecto, gracias
greeting es | gracias por la ayuda
greeting es | buen finde
greeting es | buenas tardes
greeting es | hola a todos
greeting es | genial, muchas gracias equipo
greeting pt | muito obrigado
greeting pt | bom trabalho, pessoal
greeting pt | valeu pela ajuda
greeting pt | perfeito, obrigada
greeting pt | bom fim de semana
greeting pt | boa tarde
greeting pt | show, valeu demais
greeting pt | oi gente
work en | work on the checkout
work en | great, now the refunds
work en | thanks, but it still fails
work en | thanks for the fix but it still fails
work en | thanks in advance for fixing the login
work en | the status page is slow
work en | status is wrong on the orders page
work en | blocked users can still log in, fix it
work en | show what is blocked on the board
work en | Legal team needs the export
work de | Danke, jetzt noch der Export
work de | danke schon mal fürs Reparieren des Logins
work de | Status auf der Bestellseite ist falsch
work fr | merci d'avance pour la correction
work fr | merci, par contre le total est encore faux
work es | gracias, ahora falta el export
work es | gracias de antemano por arreglarlo
work pt | obrigado, agora arruma o login
work pt | valeu, mas ainda falha
other en | how does the refund retry work?
other en | why is the checkout test blocked?
other en | who wrote the changelog?
other en | who may merge the changelog?
other en | what's the status page url?
other en | what does blocked mean?
other en | how much does hosting cost?
other en | should the checkout test be done first?
other en | can we get the checkout test done today?
other de | warum hängt der checkout test?
other de | wie funktioniert die Weiterleitung nach dem Login?
other de | was kostet ein Server?
other fr | pourquoi le test du checkout est bloqué ?
other fr | comment marche la redirection ?
other es | ¿por qué está bloqueada la prueba del checkout?
other es | ¿cómo funciona la redirección tras el login?
other pt | por que o teste do checkout está bloqueado?
other pt | como funciona o redirecionamento?
`;

export const STATUS_PHRASINGS = PHRASINGS.trim()
  .split("\n")
  .map((line) => {
    const [head = "", message = ""] = line.split(" | ");
    const [kind = "", lang = ""] = head.split(" ");
    return { kind, lang, message };
  });
