import { expectedIn } from "./five-languages.fixture.ts";

/*
 * What people of such teams write, in five languages, by somebody who had not read the code, written as in
 * `five-languages.fixture.ts`: each kind of message is in both halves. Those from 301 on came later, to see what rules
 * do with messages that nobody has seen.
 */

/** Whoever changes rules may look at these. */
export const SEEN = expectedIn(`
1 en crew direct status | so, what's everybody up to
3 en crew direct status | hi! how much have we burned since yesterday
5 en crew direct status | any news on the guest checkout test
7 en crew direct status | do you guys need anything from me
9 en crew direct status | what's up next in the queue
11 en crew direct status | did somebody finish the changelog already
13 en own-lifecycle direct entry:coordinator !status | when do you think the refunds will be ready?
15 en own-lifecycle direct entry:coordinator | what's the difference between a lane and a queue here?
17 en crew direct greeting:lead | hello again :)
19 en crew work role:builder | can we get a flag to turn the emails off in staging?
21 en crew work role:builder | saving a draft twice creates two rows in the db... needs fixing before friday
23 en crew work role:reviewer | mind taking a look at my diff for the cache layer? want a second pair of eyes
25 en crew work role:tester | please try to break the new signup, empty fields, emojis, the lot
27 en crew work role:writer | we need release notes for 2.5, in plain words
29 en own-lifecycle work role:analyst | before we start: what do other shops do about partial refunds? please research
31 en own-lifecycle work role:planner | break the approved spec down into tasks, with who depends on whom
33 en own-lifecycle work role:fe-developer | the sidebar overlaps the table on phones, please sort it out
35 en own-lifecycle work role:fe-qa | go through the settings screens with a screen reader and tell us what's off
37 en own-lifecycle work role:writer | turn yesterday's requirements into a spec someone could build from
39 en own-lifecycle any fanout:analyst+architect | @analyst and @architect, put your heads together on multi currency
41 en crew work role:builder !role:reviewer !mention:reviewer !status !direct | no review needed, just rename getFoo to readFoo everywhere
43 en crew work role:writer trap =entry:lead !status !direct | a user asked "how much did it cost?" - please cover that in the FAQ
45 en crew work entry:lead trap =role:builder =role:reviewer =role:writer !status !direct | review the PR, then fix what you find, then write the docs
47 en crew work role:builder | Fix this please:\\n\`\`\`\\nTypeError: cannot read properties of undefined (reading 'total')\\n    at review (src/cart.ts:12)\\n\`\`\`
49 en own-lifecycle work entry:coordinator trap =role:executor =role:tester =role:fe-developer !status !direct | not sure what we want here, the basket empties itself when you log in. maybe that's intended?
52 de own-lifecycle direct status | ist gerade jemand online
54 de own-lifecycle direct status | Hallo zusammen, gibt es gerade irgendwelche Blocker?
56 de own-lifecycle direct status | Wer macht eigentlich die Erstattungen?
58 de own-lifecycle direct status | was ist als letztes fertig geworden
60 de own-lifecycle direct status | gib mir mal nen kurzen Überblick über den Stand
62 de crew direct entry:lead !status | wie weit seid ihr mit der Umstellung auf ESM?
64 de crew direct entry:lead | auf welchem Branch liegt eigentlich die Doku?
66 de crew direct entry:lead !status | warum hängt der Checkout-Test?
68 de own-lifecycle direct greeting:coordinator | super gemacht, vielen Dank euch!
70 de crew work role:builder | Ich hätte gern, dass der Import auch Semikolons versteht.
72 de crew work role:builder | Knopf „Löschen“ soll vorher nachfragen
74 de crew work role:reviewer | Code-Review für den Auth-Umbau bitte
76 de crew work role:tester | bitte den Fehler aus Ticket 91 nachstellen
78 de crew work role:writer | die Anleitung für Backups versteht kein Mensch, bitte verständlicher formulieren
80 de own-lifecycle work role:architect | Monolith oder zwei Dienste für die Rechnungen? Bitte abwägen und festlegen.
82 de own-lifecycle work role:executor =role:fe-developer | den Plan zu den Webhooks jetzt bitte umsetzen
84 de own-lifecycle work role:tester =role:fe-qa | prüf bitte, ob der Erstattungs-Endpunkt das tut, was in der Spec steht
86 de own-lifecycle work role:reviewer | begutachte die Spec der Gutschriften und nenne Befunde mit Schweregrad
88 de crew work mention:tester | @tester läuft das bei dir auch so langsam?
90 de crew work mention:builder !mention:reviewer !fanout:builder+reviewer | @reviewer braucht ihr dafür nicht zu fragen, @builder zieh einfach die Version hoch
92 de crew work role:builder !status !direct | bau eine Spalte „Wartet auf“ in die Liste ein
94 de crew work entry:lead trap =role:builder =role:tester !status !direct | irgendwas stimmt mit den Summen nicht
96 de crew work entry:lead trap =role:builder =role:tester !mention:tester !direct | Mail ging an tester@firma.example, kam aber nie an
98 de crew direct entry:lead | wofür ist \`LOCK_TTL\` da?
100 de crew direct entry:lead | läuft das Ding auch mit Node 20?
101 fr crew direct status | alors, ça avance ?
103 fr crew direct status | ça nous a coûté combien depuis hier ?
105 fr crew direct status | du nouveau sur le test du checkout ?
107 fr crew direct status | vous attendez quelque chose de ma part ?
109 fr crew direct status | qu'est-ce qu'il reste à faire dans la file
111 fr crew direct status | le changelog est fini ?
113 fr own-lifecycle direct entry:coordinator !status | quand est-ce que les remboursements seront prêts ?
115 fr own-lifecycle direct entry:coordinator | à quoi sert l'accumulateur ?
117 fr crew direct greeting:lead | coucou les gens
119 fr crew work role:builder | est-ce que vous pourriez ajouter la TVA dans l'export ?
121 fr crew work role:builder | ça plante quand on enregistre deux fois, faut réparer
123 fr crew work role:reviewer | quelqu'un peut jeter un œil à ma PR 77 ? j'ai un doute sur les verrous
125 fr crew work role:tester | essayez de casser l'inscription avec des accents et des champs vides
127 fr crew work role:writer | il manque les notes de version de la 2.5
129 fr own-lifecycle work role:analyst | recense ce que font les autres boutiques pour les remboursements partiels
131 fr own-lifecycle work role:planner | décompose la spec en tâches avec leurs dépendances
133 fr own-lifecycle work role:fe-developer | sur mobile le menu déborde, il faudrait l'adapter
135 fr own-lifecycle work role:fe-qa | parcourez les écrans de réglages comme un utilisateur lambda, avec un lecteur d'écran
137 fr own-lifecycle work role:writer | à partir des exigences, rédige une spécification vérifiable
139 fr own-lifecycle any fanout:fe-developer+fe-qa | @fe-developer et @fe-qa : mettez-vous d'accord sur le mode sombre
141 fr crew work role:builder !role:tester !mention:tester !status !direct | sans tests cette fois, renomme juste la colonne
143 fr crew work role:writer trap =entry:lead !status !direct | les gens demandent toujours « combien ça coûte ? », ajoute une entrée dans la FAQ
145 fr crew work entry:lead trap =role:builder =role:tester =role:writer !status !direct | corrige le bug, teste et mets la doc à jour
147 fr crew work role:builder | Peux-tu modifier \`parseDate\` pour qu'elle accepte null ?
149 fr own-lifecycle work entry:coordinator trap =role:executor =role:tester =role:fe-developer !status !direct | aucune idée si c'est normal mais le panier se vide à la connexion
152 es own-lifecycle direct status | hay alguien conectado?
154 es own-lifecycle direct status | Buenas, ¿hay algo atascado ahora mismo?
156 es own-lifecycle direct status | ¿quién está con los reembolsos?
158 es own-lifecycle direct status | qué habéis terminado últimamente
160 es own-lifecycle direct status | hazme un resumen de cómo vamos, porfa
162 es crew direct entry:lead !status | cómo va el rediseño del panel?
164 es crew direct entry:lead | cuál es el tamaño máximo de un adjunto
166 es crew direct entry:lead !status | ¿por qué lleva bloqueada la prueba del checkout desde ayer?
168 es own-lifecycle direct greeting:coordinator | genial, mil gracias equipo
170 es crew work role:builder | Quiero que el import acepte también punto y coma.
172 es crew work role:builder | Botón Eliminar: que pida confirmación antes
174 es crew work role:reviewer | revisión de código de la rama auth, por favor
176 es crew work role:tester | hay que pasar las pruebas de regresión en la rama release
178 es crew work role:writer | la guía de copias de seguridad no se entiende, reescribidla más clara
180 es own-lifecycle work role:architect | ¿una base de datos por servicio o una sola? sopesa y decide
182 es own-lifecycle work role:executor =role:fe-developer | adelante con el paso 5 del plan, impleméntalo
184 es own-lifecycle work role:tester =role:fe-qa | comprueba que el endpoint de reembolsos cumple su especificación
186 es own-lifecycle work role:reviewer | da tu opinión crítica sobre la spec de los abonos, con la gravedad de cada hallazgo
188 es crew work mention:builder | @builder has visto el error de anoche?
190 es crew work mention:builder !mention:tester !fanout:builder+tester | no hace falta avisar a @tester, @builder borra el flag viejo
192 es crew work role:builder !status !direct | pon un filtro de tareas bloqueadas en el listado
194 es crew work entry:lead trap =role:builder =role:tester !status !direct | algo raro pasa con los totales
196 es crew work entry:lead trap =role:builder =role:tester !mention:reviewer !direct | reviewer@empresa.example se queja de que el informe llega vacío
198 es crew direct entry:lead | qué hace el flag \`--dry-run\`?
200 es crew direct entry:lead | funciona también en Windows?
201 pt crew direct status | e aí, como estão as coisas?
203 pt crew direct status | quanto a gente gastou desde ontem
205 pt crew direct status | alguma novidade do teste do checkout?
207 pt crew direct status | vocês estão esperando alguma coisa de mim?
209 pt crew direct status | o que ainda falta fazer na fila?
211 pt crew direct status | o changelog já está pronto?
213 pt own-lifecycle direct entry:coordinator !status | quando é que os reembolsos ficam prontos?
215 pt own-lifecycle direct entry:coordinator | para que serve o acumulador?
217 pt crew direct greeting:lead | boa tarde, pessoal
219 pt crew work role:builder | vocês poderiam incluir o imposto na exportação?
221 pt crew work role:builder | salvar duas vezes duplica a linha, precisa consertar
223 pt crew work role:reviewer | alguém pode dar uma olhada no meu PR 77? estou em dúvida sobre os locks
225 pt crew work role:tester | tentem quebrar o cadastro com acentos e campos vazios
227 pt crew work role:writer | faltam as notas da versão 2.5
229 pt own-lifecycle work role:analyst | levanta o que outras lojas fazem com reembolsos parciais
231 pt own-lifecycle work role:planner | quebra a especificação em tarefas com as dependências
233 pt own-lifecycle work role:fe-developer | no celular o menu sai da tela, precisa ajustar
235 pt own-lifecycle work role:fe-qa | percorram as telas de configurações como um usuário comum, só com teclado
237 pt own-lifecycle work role:writer | a partir dos requisitos, redige uma especificação testável
239 pt own-lifecycle any fanout:fe-qa+tester | @tester e @fe-qa, combinem quem testa o quê
241 pt crew work role:builder !role:tester !mention:tester !status !direct | sem testes desta vez, só muda o texto do rodapé
243 pt crew work role:writer trap =entry:lead !status !direct | um cliente pergunta “quanto custa?”, escreve uma resposta para a página de ajuda
245 pt crew work entry:lead trap =role:builder =role:tester =role:writer !status !direct | corrige o bug, testa e atualiza a documentação
247 pt crew work role:builder | Dá pra mudar \`parseDate\` pra aceitar null?
249 pt own-lifecycle work entry:coordinator trap =role:executor =role:tester =role:fe-developer !status !direct | não sei se é bug ou se é assim mesmo, o carrinho esvazia ao entrar
301 en crew direct status | where r we
302 en own-lifecycle direct status | hey team, what did you all do today?
303 en own-lifecycle direct status | how's the login redirect coming?
304 en own-lifecycle direct status | has anyone picked up the refunds yet
305 en own-lifecycle direct entry:coordinator !status | will the redirect be done by friday?
306 en crew direct entry:lead | ok go ahead
307 en crew work role:builder | the VAT field ought to be optional. please change that
308 en crew work role:builder | get rid of lodash
309 en crew work role:builder | Login button does nothing on Safari. Fix.
310 en crew work role:reviewer | please double-check my migration in PR 92 for mistakes
311 en crew work role:tester | we have no coverage for coupon codes, write some tests
312 en crew work role:writer | The API reference lacks the new error codes. Add them.
313 en own-lifecycle work role:architect | Where should currency rounding live? Settle it please.
314 en own-lifecycle work role:fe-developer | dark theme: the table header is unreadable, please adjust the colours
315 en own-lifecycle work role:writer | Write down precisely how partial refunds should behave, as a spec
316 en crew work entry:lead trap =role:builder =role:tester =role:reviewer !status !direct | someone should probably look at the retry logic at some point
317 en crew work role:builder !status !direct | make the status badge green when nothing is blocked
318 de crew direct status | hat jemand die Weiterleitung übernommen?
319 de crew direct status | wie viele Aufgaben sind noch offen?
320 de crew direct status | hey, wartet irgendwer auf eine Antwort von mir?
321 de own-lifecycle direct entry:coordinator !status | wird das bis Freitag fertig?
322 de crew direct greeting:lead | Danke dir, klasse Arbeit
323 de crew work role:builder | wäre es möglich, die Bestellliste zu paginieren?
324 de crew work role:builder | Der CSV-Import kommt mit Anführungszeichen nicht klar, mach das mal heile
325 de crew work role:reviewer | bevor wir mergen: schaut sich bitte jemand die Lock-Änderungen an?
326 de crew work role:tester | Für Gutscheine gibt es keine Tests, schreibt welche
327 de crew work role:writer | erklär Einsteigern in der Doku, was ein Webhook ist
328 de own-lifecycle work role:analyst | was nehmen andere Anbieter für Sofortauszahlungen? bitte mal erheben, mit Quellen
329 de own-lifecycle work role:planner | aus der Spec bitte eine Aufgabenliste mit Reihenfolge machen
330 de own-lifecycle work role:writer | halte als Spezifikation fest, wie sich Teilerstattungen verhalten
331 de crew work role:builder !status !direct | mach das Status-Icon grün, wenn nichts blockiert ist
332 fr crew direct status | on en est où là
333 fr own-lifecycle direct status | vous faites quoi en ce moment
334 fr own-lifecycle direct status | dépenses du jour ?
335 fr own-lifecycle direct entry:coordinator !status | ce sera prêt vendredi ?
336 fr crew direct greeting:lead | super, merci les amis
337 fr crew work role:builder | serait-il possible de paginer la liste des commandes ?
338 fr crew work role:builder | l'import CSV s'emmêle avec les guillemets, répare ça
339 fr crew work role:reviewer | avant de merger, quelqu'un pourrait regarder mes changements sur les verrous ?
340 fr crew work role:tester | est-ce que l'inscription marche toujours ? teste sur Firefox et Chrome
341 fr crew work role:writer | le README parle encore de Node 18, mets-le à jour
342 fr own-lifecycle work role:architect | où doit vivre l'arrondi ? à toi de trancher
343 fr own-lifecycle work role:fe-developer | en thème sombre l'en-tête du tableau est illisible, ajuste les couleurs
344 fr crew work entry:lead trap =role:builder =role:tester !status !direct | le checkout est encore cassé
345 es crew direct status | alguien ha cogido la redirección?
346 es crew direct status | ¿cuántas tareas quedan abiertas?
347 es crew direct entry:lead | se puede usar markdown en las plantillas?
348 es crew direct entry:lead | sigue con eso
349 es crew work role:builder | el campo del NIF ya no debe ser obligatorio
350 es crew work role:builder | quítame lodash
351 es crew work role:builder | sube el timeout a 30 segundos
352 es crew work role:tester | no hay pruebas para los cupones, escribe algunas
353 es crew work role:writer | explica los webhooks a principiantes en una página de la documentación
354 es own-lifecycle work role:analyst | ¿cuánto cobran los competidores por las transferencias? indaga y cita fuentes
355 es own-lifecycle work role:planner | necesito una lista de tareas ordenada a partir de la spec
356 es own-lifecycle work role:writer | pon por escrito en una spec cómo se comportan los reembolsos parciales
357 es crew work role:builder !status !direct | pon la insignia de estado en verde cuando no haya nada bloqueado
358 pt crew direct status | onde estamos
359 pt own-lifecycle direct status | o que vocês estão fazendo agora
360 pt own-lifecycle direct status | gasto de hoje?
361 pt crew direct entry:lead | posso usar markdown nos modelos?
362 pt crew direct entry:lead | continua assim
363 pt crew work role:builder | o campo do CPF não deve mais ser obrigatório
364 pt crew work role:builder | tira o lodash
365 pt crew work role:builder | aumenta o timeout para 30 segundos
366 pt crew work role:tester | não há testes para os cupons, escreve alguns
367 pt crew work role:writer | explica webhooks para iniciantes numa página da documentação
368 pt own-lifecycle work role:analyst | quanto os concorrentes cobram pelas transferências? pesquisa e cita as fontes
369 pt own-lifecycle work role:planner | preciso de uma lista de tarefas em ordem a partir da spec
370 pt own-lifecycle work role:writer | escreve uma spec de como os reembolsos parciais se comportam
371 pt crew work role:builder !status !direct | deixa o selo de status verde quando nada estiver bloqueado
372 en crew direct status | is the build agent still waiting on something?
373 en crew direct status | how many tasks are still open?
374 en crew direct status | total spend today?
375 en crew direct entry:lead | can I use markdown in the templates?
376 en crew direct entry:lead !status | how is the billing rewrite going?
377 en crew direct greeting:lead | cheers, you're the best
378 en crew work role:builder | would it be possible to paginate the orders list
379 en crew work role:builder | our CSV import chokes on quotes, have a go at fixing it
380 en crew work role:reviewer | Before merging I'd love somebody to go over the locking changes
381 en crew work role:tester | does the signup still work after yesterday's change? try it in Firefox and Chrome
382 en crew work role:writer | explain webhooks to newcomers, one page, with examples
383 en own-lifecycle work role:analyst | what do our competitors charge for instant payouts? dig into it and list sources
384 en own-lifecycle work role:planner | we have the spec; now I need a task list with an order
385 en own-lifecycle work role:reviewer | please assess the design document of the ledger and list what's wrong, with severities
386 en crew work entry:lead trap =role:builder =role:tester !status !direct | checkout is broken again
387 en crew work role:builder !status !direct !mention:tester | rename the class Tester to Probe
388 de crew direct status | wo stehen wir
389 de own-lifecycle direct status | was treibt ihr gerade so?
390 de own-lifecycle direct status | Kosten heute?
391 de crew direct entry:lead | welche Sprache hat das Backend?
392 de crew direct entry:lead | weiter so machen wie besprochen
393 de crew work role:builder | Das Feld für die Steuernummer soll kein Pflichtfeld mehr sein
394 de crew work role:builder | schmeiß lodash raus
395 de crew work role:builder | nimm bitte die alte Route weg
396 de crew work role:reviewer | Kann mal wer meinen Pull Request anschauen?
397 de crew work role:tester | bitte auf Firefox und Safari gegenprüfen
398 de crew work role:writer | In der README steht noch Node 18
399 de own-lifecycle work role:architect | Wo soll die Rundung leben? Bitte entscheiden.
400 de own-lifecycle work role:fe-developer | im dunklen Theme ist der Tabellenkopf unlesbar, bitte Farben anpassen
401 de crew work entry:lead trap =role:builder =role:tester !status !direct | Checkout geht schon wieder nicht
402 fr crew direct status | quelqu'un a pris la redirection ?
403 fr crew direct status | combien de tâches encore ouvertes ?
404 fr crew direct entry:lead | on peut utiliser du markdown dans les modèles ?
405 fr crew direct entry:lead | vas-y, continue
406 fr crew work role:builder | le champ TVA ne doit plus être obligatoire
407 fr crew work role:builder | vire lodash
408 fr crew work role:builder | passe le timeout à 30 secondes
409 fr crew work role:tester | il n'y a aucun test pour les bons de réduction, écris-en
410 fr crew work role:writer | explique les webhooks aux débutants sur une page de doc
411 fr own-lifecycle work role:analyst | combien facturent les concurrents pour les virements instantanés ? creuse le sujet avec des sources
412 fr own-lifecycle work role:planner | il me faut une liste de tâches ordonnée à partir de la spec
413 fr own-lifecycle work role:writer | mets au propre une spec sur le comportement des remboursements partiels
414 fr crew work role:builder !status !direct | passe le badge d'état en vert quand rien n'est bloqué
415 es crew direct status | dónde estamos
416 es own-lifecycle direct status | en qué estáis ahora
417 es own-lifecycle direct status | gasto de hoy?
418 es own-lifecycle direct entry:coordinator !status | ¿estará para el viernes?
419 es crew direct greeting:lead | mil gracias, sois unos cracks
420 es crew work role:builder | ¿sería posible paginar la lista de pedidos?
421 es crew work role:builder | el import de CSV se lía con las comillas, apáñalo
422 es crew work role:reviewer | antes de mergear, ¿alguien podría mirar mis cambios en los locks?
423 es crew work role:tester | ¿sigue funcionando el registro? pruébalo en Firefox y Chrome
424 es crew work role:writer | el README sigue diciendo Node 18, actualízalo
425 es own-lifecycle work role:architect | ¿dónde debería vivir el redondeo? decídelo tú
426 es own-lifecycle work role:fe-developer | en el tema oscuro no se lee la cabecera de la tabla, ajusta los colores
427 es crew work entry:lead trap =role:builder =role:tester !status !direct | el checkout vuelve a estar roto
428 pt crew direct status | alguém pegou o redirecionamento?
429 pt crew direct status | quantas tarefas ainda estão abertas?
430 pt crew direct status | como tá o andamento dos reembolsos
431 pt own-lifecycle direct entry:coordinator !status | vai ficar pronto até sexta?
432 pt crew direct greeting:lead | muito obrigado, vocês são demais
433 pt crew work role:builder | seria possível paginar a lista de pedidos?
434 pt crew work role:builder | a importação de CSV se perde com aspas, dá um jeito nisso
435 pt crew work role:reviewer | antes do merge, alguém poderia ver minhas mudanças nos locks?
436 pt crew work role:tester | o cadastro ainda funciona? testa no Firefox e no Chrome
437 pt crew work role:writer | o README ainda fala em Node 18, atualiza
438 pt own-lifecycle work role:architect | onde deve morar o arredondamento? decide aí
439 pt own-lifecycle work role:fe-developer | no tema escuro o cabeçalho da tabela fica ilegível, ajusta as cores
440 pt crew work entry:lead trap =role:builder =role:tester !status !direct | o checkout quebrou de novo
`);

/** These only count: change no rule for one of them. */
export const HELD_BACK = expectedIn(`
2 en own-lifecycle direct status | anyone around?
4 en own-lifecycle direct status | Good morning. What is everyone working on right now, and is anything stuck?
6 en own-lifecycle direct status | who's on the login redirect
8 en own-lifecycle direct status | what did you finish most recently?
10 en own-lifecycle direct status | status pls 🙏
12 en crew direct entry:lead !status | how is the dark theme coming along
14 en crew direct entry:lead | is there a limit on file size for uploads
16 en crew direct entry:lead !status | why was the checkout test blocked for so long?
18 en own-lifecycle direct greeting:coordinator | perfect, thank you all so much
20 en crew work role:builder | I'd like the export to include the VAT number. Nothing else changes.
22 en crew work role:builder | Retry button: make it grey while a request is running
24 en crew work role:reviewer | the auth changes need a proper code review before we ship
26 en crew work role:tester | regression run for 2.5 please
28 en crew work role:writer | The onboarding page is full of typos, could someone polish the wording
30 en own-lifecycle work role:architect | I want to know if we should go for event sourcing or plain tables, pros and cons and then a decision please
32 en own-lifecycle work role:executor =role:fe-developer | go ahead and build what the plan says for the webhook receiver
34 en own-lifecycle work role:tester =role:fe-qa | verify that the refund endpoint does what its spec says
36 en own-lifecycle work role:reviewer | critique the spec of the credit notes, be harsh
38 en crew work mention:writer | @writer the changelog has two entries for the same thing
40 en crew work mention:builder !mention:tester !fanout:builder+tester | no need to involve @tester, @builder just delete the old flag
42 en crew work role:builder !status !direct | add a filter for blocked tasks to the overview
44 en crew work entry:lead trap =role:builder =role:tester !status !direct | something is weird with the totals since the last deploy
46 en crew work entry:lead trap =role:builder =role:tester !mention:builder !direct | builder@example.org complained that the nightly export is empty
48 en crew direct entry:lead | what does \`squadroom wait\` do exactly?
50 en crew direct entry:lead | do we support postgres 17?
51 de crew direct status | und, wie läuft's?
53 de crew direct status | was haben wir heute schon verbraten?
55 de crew direct status | wie weit ist die Weiterleitung nach dem Login
57 de crew direct status | muss ich irgendwas entscheiden?
59 de crew direct status | welche Aufgaben stehen noch an?
61 de crew direct status | ist das Changelog schon fertig?
63 de own-lifecycle direct entry:coordinator !status | bis wann schafft ihr die Erstattungen?
65 de own-lifecycle direct entry:coordinator | was heißt bei uns „Stapel“?
67 de crew direct greeting:lead | Moin moin
69 de crew work role:builder | könntet ihr bitte die Zeitzone im Export auf UTC umstellen
71 de crew work role:builder | beim Speichern kommt Fehler 500, bitte beheben
73 de crew work role:reviewer | schaut bitte nochmal kritisch über meinen PR 77, bin mir bei den Locks unsicher
75 de crew work role:tester | probiert mal aus, ob die Registrierung auch mit Umlauten klappt
77 de crew work role:writer | Für 2.5 fehlen noch die Release Notes
79 de own-lifecycle work role:analyst | sammel bitte mal, welche Anforderungen es an Teilerstattungen gibt
81 de own-lifecycle work role:planner | zerleg die Spezifikation bitte in Aufgaben
83 de own-lifecycle work role:fe-developer | Auf dem Handy läuft die Tabelle über den Rand hinaus, bitte anpassen
85 de own-lifecycle work role:fe-qa | klickt euch mal wie ein normaler Nutzer durch die Einstellungen und schreibt auf, was stört
87 de own-lifecycle work role:writer | schreibt aus den Anforderungen eine Spezifikation, die man bauen und testen kann
89 de own-lifecycle any fanout:executor+planner | @planner @executor bitte stimmt euch wegen Schritt 4 ab
91 de crew work role:builder !role:tester !mention:tester !status !direct | ohne Tests diesmal, einfach nur den Text im Footer ändern
93 de crew work role:writer trap =entry:lead !status !direct | Kunde fragt: „Wer ist gerade online?“ Bitte eine Antwort für die Hilfeseite schreiben
95 de crew work entry:lead trap =role:builder =role:tester =role:writer !status !direct | behebe den Fehler, teste das und schreib dann die Doku dazu
97 de crew work role:builder | Kannst du \`formatDate\` so ändern, dass auch null geht?
99 de own-lifecycle work entry:coordinator trap =role:executor =role:tester =role:fe-developer !status !direct | kein Plan ob das so soll, aber der Warenkorb leert sich beim Login
102 fr own-lifecycle direct status | y a quelqu'un de connecté là ?
104 fr own-lifecycle direct status | Salut ! Y a-t-il des tâches bloquées en ce moment ?
106 fr own-lifecycle direct status | qui bosse sur la redirection après le login ?
108 fr own-lifecycle direct status | c'est quoi la dernière tâche terminée
110 fr own-lifecycle direct status | fais-moi un petit point sur l'avancement svp
112 fr crew direct entry:lead !status | ça avance, la refonte du tableau de bord ?
114 fr crew direct entry:lead | c'est quoi la taille max d'une pièce jointe
116 fr crew direct entry:lead !status | pourquoi le test du checkout est bloqué depuis hier ?
118 fr own-lifecycle direct greeting:coordinator | parfait, merci à tous, beau boulot
120 fr crew work role:builder | Je voudrais que l'import accepte aussi les points-virgules.
122 fr crew work role:builder | Bouton Supprimer : demander une confirmation avant
124 fr crew work role:reviewer | une revue de code sur la branche auth, s'il vous plaît
126 fr crew work role:tester | faire passer toute la suite de tests sur la branche release
128 fr crew work role:writer | la page d'accueil de la doc est incompréhensible, reformulez-la svp
130 fr own-lifecycle work role:architect | une base par service ou une seule ? pèse le pour et le contre et choisis
132 fr own-lifecycle work role:executor =role:fe-developer | vas-y, réalise l'étape 5 du plan
134 fr own-lifecycle work role:tester =role:fe-qa | vérifie que l'endpoint de remboursement respecte sa spec
136 fr own-lifecycle work role:reviewer | donne-nous un avis critique sur la spec des avoirs, avec la gravité de chaque point
138 fr crew work mention:reviewer | @reviewer t'as vu mon commentaire sur la 88 ?
140 fr crew work mention:builder !mention:writer !fanout:builder+writer | pas la peine d'embêter @writer, @builder corrige juste la constante
142 fr crew work role:builder !status !direct | ajoutez une colonne « bloqué par » dans le tableau
144 fr crew work entry:lead trap =role:builder =role:tester !status !direct | y a un truc bizarre avec les totaux
146 fr crew work entry:lead trap =role:builder =role:tester !mention:writer !direct | writer@exemple.fr dit que la newsletter arrive vide
148 fr crew direct entry:lead | il fait quoi le flag \`--dry-run\` ?
150 fr crew direct entry:lead | ça tourne aussi sous Windows ?
151 es crew direct status | bueno, ¿cómo va todo?
153 es crew direct status | cuanto hemos gastado desde ayer
155 es crew direct status | alguna novedad de la prueba del checkout?
157 es crew direct status | necesitáis algo de mí?
159 es crew direct status | qué tareas quedan pendientes?
161 es crew direct status | ya está listo el changelog?
163 es own-lifecycle direct entry:coordinator !status | ¿para cuándo estarán los reembolsos?
165 es own-lifecycle direct entry:coordinator | ¿qué significa «carril» aquí?
167 es crew direct greeting:lead | buenas tardes a todos
169 es crew work role:builder | ¿podríais añadir el IVA al exportar?
171 es crew work role:builder | al guardar dos veces se duplica la fila, hay que arreglarlo
173 es crew work role:reviewer | alguien puede echarle un ojo a mi PR 77? no estoy seguro con los bloqueos
175 es crew work role:tester | intentad romper el registro con tildes y campos vacíos
177 es crew work role:writer | faltan las notas de la versión 2.5
179 es own-lifecycle work role:analyst | averigua qué hacen otras tiendas con los reembolsos parciales
181 es own-lifecycle work role:planner | divide la especificación en tareas con sus dependencias
183 es own-lifecycle work role:fe-developer | en el móvil el menú se sale de la pantalla, ajustadlo
185 es own-lifecycle work role:fe-qa | recorred los ajustes como un usuario cualquiera y apuntad lo que moleste
187 es own-lifecycle work role:writer | con los requisitos redacta una especificación que se pueda probar
189 es own-lifecycle any fanout:architect+planner | @architect, @planner: ¿cabe esto en dos semanas?
191 es crew work role:builder !role:reviewer !mention:reviewer !status !direct | sin revisión esta vez, solo cambia el texto del pie
193 es crew work role:writer trap =entry:lead !status !direct | un cliente pregunta «¿quién está conectado?», escríbele una respuesta para la ayuda
195 es crew work entry:lead trap =role:builder =role:tester =role:writer !status !direct | arregla el bug, pruébalo y actualiza la documentación
197 es crew work role:builder | ¿Puedes cambiar \`parseDate\` para que acepte null?
199 es own-lifecycle work entry:coordinator trap =role:executor =role:tester =role:fe-developer !status !direct | no tengo claro si es un fallo, pero el carrito se vacía al entrar
202 pt own-lifecycle direct status | tem alguém online aí?
204 pt own-lifecycle direct status | Bom dia! Tem alguma coisa travada?
206 pt own-lifecycle direct status | quem tá com os reembolsos?
208 pt own-lifecycle direct status | qual foi a última tarefa concluída
210 pt own-lifecycle direct status | me dá um resumo de como estamos, por favor
212 pt crew direct entry:lead !status | como anda a reforma do painel?
214 pt crew direct entry:lead | qual é o tamanho máximo de um anexo
216 pt crew direct entry:lead !status | por que o teste do checkout está bloqueado desde ontem?
218 pt own-lifecycle direct greeting:coordinator | show, valeu demais galera
220 pt crew work role:builder | Gostaria que a importação aceitasse ponto e vírgula também.
222 pt crew work role:builder | Botão Excluir: pedir confirmação antes
224 pt crew work role:reviewer | revisão de código do branch auth, por favor
226 pt crew work role:tester | rodar os testes de regressão no branch de release
228 pt crew work role:writer | o guia de backup está confuso, reescrevam de um jeito mais claro
230 pt own-lifecycle work role:architect | um banco por serviço ou um só? avalia os prós e contras e decide
232 pt own-lifecycle work role:executor =role:fe-developer | pode seguir com a etapa 5 do plano, implementa
234 pt own-lifecycle work role:tester =role:fe-qa | confere se o endpoint de reembolso cumpre a especificação
236 pt own-lifecycle work role:reviewer | faz uma crítica da spec dos créditos, com a gravidade de cada achado
238 pt crew work mention:tester | @tester viu o erro de ontem à noite?
240 pt crew work mention:builder !mention:reviewer !fanout:builder+reviewer | não precisa chamar o @reviewer, @builder só apaga a flag antiga
242 pt crew work role:builder !status !direct | coloca um filtro de tarefas bloqueadas na lista
244 pt crew work entry:lead trap =role:builder =role:tester !status !direct | tem algo estranho com os totais
246 pt crew work entry:lead trap =role:builder =role:tester !mention:tester !direct | tester@empresa.example reclama que o relatório chega vazio
248 pt crew direct entry:lead | o que faz a flag \`--dry-run\`?
250 pt crew direct entry:lead | funciona no Windows também?
`);
