import { expectedIn } from "./five-languages.fixture.ts";

/*
 * What people of such teams write, in five languages, by somebody who had not read the code: written as in
 * `five-languages.fixture.ts`. Each kind of message is in both halves.
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
