/** What becomes of a message: `status`, `entry:lead`, `greeting:lead`, `role:builder`, `mention:builder`, `fanout:builder+tester`. */
export type Outcome = string;

/** A message to a room's team, with what a person who sends it expects. */
export interface Expected {
  id: number;
  lang: string;
  team: string;
  /** Whether it is one of those that nobody has to work on; `null`: either may be said. */
  isDirect: boolean | null;
  expect: Outcome;
  /** As good as what is expected. */
  accept: readonly Outcome[];
  /** These would hurt: worse than being left to the entry point. */
  never: readonly Outcome[];
  /** Several readings are sound, or only asking is. */
  isTrap: boolean;
  message: string;
}

/*
 * Two hundred messages in five languages, by somebody who had seen neither the rules nor the code: id, language, team,
 * `direct`, `work` or `any` for the tier, what is expected, `=` what is as good, `!` what must not happen.
 */
const LABELLED = `
1 en crew direct status | whats blocked
2 en own-lifecycle direct status | who's online rn?
3 en crew direct status | what did today cost us so far
4 en own-lifecycle direct status trap =entry:coordinator | hey, quick one: where do we stand
5 en crew direct status | refunds, how far along are they
6 en own-lifecycle direct status | Who has the checkout task?
7 en crew direct status | anything waiting for me?
8 en crew direct status | what got done last
9 en own-lifecycle direct entry:coordinator !status | how far is the kafka migration
10 en crew direct entry:lead trap =status | is the login redirect done yet? would like to tell the customer today
11 en crew work entry:lead trap =role:builder =role:tester !status !direct | status page returns 500 since this morning
12 en crew work role:builder trap =entry:lead !status !direct | whats blocking the refunds? please fix it today
13 en own-lifecycle work role:fe-developer trap =role:executor =entry:coordinator !status !direct | build me a page that shows who is online and what each run cost
14 en crew work role:builder !status !direct | add a 'what is blocked' column to the task table
15 en own-lifecycle work role:fe-developer trap =role:executor =entry:coordinator !status !direct | the spinner on /settings doesnt stop after save, pls fix
16 en crew work role:builder | fix teh race in src/refund/webhook.ts, it fires twice when stripe retries. i think the lock is taken too late but not sure
17 en crew work role:reviewer | could you please review PR 412 before lunch? no rush otherwise
18 en crew work role:tester trap =entry:lead | i cant reproduce the guest checkout failure locally. can someone try on staging
19 en crew work role:writer | README still says node 18, update the docs
20 en own-lifecycle work role:analyst | find out which other endpoints use the old token format and what breaks if we drop it
21 en own-lifecycle work role:executor | implement step 3 of the plan: idempotency keys in POST /refunds
22 en own-lifecycle work role:architect !status !direct | should the retry queue live in its own package or inside billing? decide and write down what it costs
23 en own-lifecycle work role:planner | split the spec in docs/spec/refunds.md into tasks we can run in parallel
24 en own-lifecycle work role:fe-qa | keyboard only: can you get through the whole checkout? also check contrast in dark mode
25 en crew work role:tester trap =role:builder =entry:lead | write a test for the timeout branch in retry.ts
26 en crew work entry:lead trap =role:tester =role:builder !status !direct | tests fail on main, can somebody look
27 en crew work role:builder | deploy script hangs at step 3 when the db is empty. please make it exit with an error instead
28 en crew work role:builder trap =entry:lead !role:reviewer !status !direct | review comments on #388 are still open, please address them
29 en crew work mention:tester | @tester run the suite on the release branch
30 en own-lifecycle any fanout:analyst+writer | @analyst/@writer what do we know about partial refunds in Brazil, and is any of it in the spec?
31 en crew any fanout:builder+tester | @builder,@tester: can the webhook branch go out on thursday?
32 en own-lifecycle work role:fe-developer trap =role:executor =entry:coordinator !role:tester !status !direct | the tester field in the assignee dropdown is cut off at 320px, fix it
33 en crew work role:builder !role:tester !mention:tester !status !direct | don't ask the tester, just fix the typo in the login error
34 en crew work mention:builder !mention:tester !fanout:builder+tester | Don't bother @tester with this. @builder please bump vitest to 4
35 en crew work entry:lead trap =role:tester =role:builder !mention:tester !status !direct | send the coverage report to tester@acme.io when its ready
36 en squad work entry:planner !mention:builder !role:builder | @builder fix the flaky import
37 en crew direct greeting:lead | morning team
38 en own-lifecycle direct greeting:coordinator | thx, great work on the checkout!
39 en crew direct entry:lead | which port does the preview server use?
40 en crew work role:builder trap =entry:lead !mention:tester !role:tester !status !direct | bump \`@tester/utils\` to 3.1 in package.json
41 de crew direct status | was hängt grad
42 de crew direct status | Wer ist online?
43 de own-lifecycle direct status | was hat uns das heute gekostet
44 de own-lifecycle direct status trap =entry:coordinator | moin, wie ist der stand?
45 de crew direct status | wie weit sind die Erstattungen?
46 de crew direct status | wer hat denn den checkout test
47 de own-lifecycle direct status | wartet irgendwas auf mich
48 de crew direct status | was wurde zuletzt fertig?
49 de crew direct entry:lead !status | wie weit ist die SAP-Anbindung?
50 de own-lifecycle direct entry:coordinator trap =status | was kostet uns so ein Lauf eigentlich im Schnitt?
51 de crew work role:builder !status !direct | „Wer ist online“ zeigt Agents, die längst weg sind. Bitte beheben
52 de crew work entry:lead trap =role:builder !status !direct | Was blockiert den Release? Bitte räumt das heute noch aus dem Weg.
53 de own-lifecycle work role:fe-developer trap =role:executor =entry:coordinator !status !direct | Zeig auf der Startseite, wer online ist und was heute ausgegeben wurde
54 de crew work role:builder trap =role:writer =entry:lead !status !direct | der Menüpunkt „Was ist blockiert?“ soll künftig „Hindernisse“ heißen, bitte ändern
55 de crew work role:builder !status !direct | der import stoppt bei zeile 500 mit \`Error: stop token\`, bitte fixen
56 de crew work role:builder | kannst du bitte den fehler in src/login/redirect.ts beheben, nach dem login landet man auf /undefined
57 de crew work role:reviewer | bitte schau dir PR 87 an und sag ob das so gemergt werden kann
58 de crew work role:tester | CI ist rot seit heut früh, bitte rausfinden obs nur ein flaky test ist
59 de crew work role:writer | die Anleitung für das Backup ist veraltet, bitte neu schreiben
60 de own-lifecycle work role:analyst !status !direct | was verlangen die Händler eigentlich bei Teilerstattungen? bitte recherchieren und als nummerierte Anforderungen festhalten
61 de own-lifecycle work role:executor | setz bitte IMPL-004 um, so wie es im Plan steht
62 de own-lifecycle work role:architect | wo gehört die Währungsumrechnung hin, billing oder shared? bitte festlegen, auch die Abhängigkeiten
63 de own-lifecycle work role:planner | zerleg die Spezifikation in Aufgaben, die parallel laufen können
64 de own-lifecycle work role:writer !role:tester !status !direct | schreib eine Spezifikation für Teilerstattungen, so dass man dagegen testen kann
65 de own-lifecycle work role:fe-developer trap =entry:coordinator | der Dialog „Rolle hinzufügen“ braucht einen leeren und einen Fehlerzustand, auch in dunkel
66 de crew work entry:lead trap =role:tester =role:builder !status !direct | Tests schlagen auf main fehl, kann da mal jemand schauen
67 de crew work role:builder trap =entry:lead !role:reviewer !status !direct | Review ist durch, bitte mergen und die zwei Anmerkungen noch einbauen
68 de crew work role:builder trap =entry:lead !greeting !status !direct | Danke, passt. Jetzt bitte noch den Build auf unter 5 Minuten bringen
69 de crew work mention:reviewer | @reviewer magst du nochmal über die Locks drüberschauen?
70 de crew any fanout:builder+tester | @builder+@tester bitte klärt woher der Timeout kommt
71 de own-lifecycle any fanout:architect+executor | @architect & @executor: passt das Schema so?
72 de crew work mention:builder !mention:tester !fanout:builder+tester | frag nicht @tester, das soll @builder machen: Version in package.json hochziehen
73 de crew work role:builder trap =role:writer =entry:lead !role:tester !status !direct | den Tester brauchen wir dafür nicht. Ändere bitte nur den Text vom Login-Fehler
74 de own-lifecycle work role:tester trap =role:executor =entry:coordinator !status !direct | am Schema bitte nichts ändern, nur Tests für den Endpoint ergänzen
75 de crew work mention:builder !mention:reviewer !fanout:builder+reviewer | @builder, nicht @reviewer, soll sich das ansehen: Speicher wächst bei langen Sessions
76 de lifecycle work entry:coordinator !mention:tester !role:tester | @tester bitte Smoke-Test auf Staging
77 de crew direct greeting:lead | Guten Morgen zusammen
78 de own-lifecycle direct greeting:coordinator | super danke euch, schönes wochenende
79 de crew direct entry:lead !status | Warum haben wir uns damals eigentlich gegen Redis entschieden?
80 de crew work entry:lead trap !status !direct | Mach das mal bitte anders
81 fr crew direct status | qu'est-ce qui bloque
82 fr own-lifecycle direct status | qui est en ligne ?
83 fr crew direct status | on a dépensé combien aujourd'hui
84 fr crew direct status trap =entry:lead | Bonjour, où en est-on ?
85 fr crew direct status | ou en sont les remboursements ?
86 fr own-lifecycle direct status | qui s'occupe du test du checkout
87 fr crew direct status | il y a quelque chose qui m'attend ?
88 fr own-lifecycle direct status | qu'est ce qui a été terminé en dernier
89 fr crew direct entry:lead !status | où en est la migration vers Kafka ?
90 fr crew direct status | c'est quoi la suite dans la file ?
91 fr crew work role:builder !status !direct | la page « qui est en ligne » plante sur safari, corrigez svp
92 fr crew work role:builder trap =entry:lead !status !direct | Où en est-on avec le retry ? S'il ne marche pas encore, répare-le.
93 fr own-lifecycle work role:fe-developer trap =role:executor =entry:coordinator !status !direct | ajoute un écran qui montre où en sont les tâches et ce qu'elles coûtent
94 fr crew work role:writer trap =entry:lead !status !direct | le client écrit : « qu'est-ce qui est bloqué ? ». Rédige-lui une réponse pour la page d'aide
95 fr crew work role:builder !status !direct | l'import ne s'arrete pas quand on clique sur stop, à corriger
96 fr crew work role:builder | le total du panier est faux quand il y a deux bons, corrige ça dans src/cart/total.ts stp
97 fr crew work role:reviewer !greeting !status !direct | tu peux relire la PR 203 avant midi ? merci d'avance
98 fr crew work role:tester | essaie de reproduire l'échec du checkout invité sur staging
99 fr crew work role:writer | le guide d'installation n'est plus à jour, il faut le réécrire
100 fr own-lifecycle work role:analyst | on a déjà quoi chez nous sur les remboursements partiels, et qu'est-ce que la loi exige ? fais une étude
101 fr own-lifecycle work role:executor | implémente l'étape 2 du plan (clés d'idempotence)
102 fr own-lifecycle work role:architect !status !direct | Où devrait vivre la file de retry, dans billing ou à part ? Tranche et dis ce que ça coûte.
103 fr own-lifecycle work role:planner | la spec est validée, il faut maintenant la découper en tâches parallèles
104 fr own-lifecycle work role:fe-qa | verifie tout le parcours de paiement au clavier et les contrastes
105 fr own-lifecycle work role:writer !role:tester !status !direct | rédige la spec des avoirs, testable svp
106 fr crew work entry:lead trap =role:tester =role:builder !status !direct | les tests cassent sur main, quelqu'un peut regarder ?
107 fr crew work role:tester trap =role:builder =entry:lead !status !direct | Test unitaire inutile dans retry.test.ts, supprime-le
108 fr crew direct entry:lead trap =status !mention:tester !role:tester | est-ce que le tester est bloqué ?
109 fr crew work mention:builder | @builder tu prends le bug du login ?
110 fr own-lifecycle any fanout:analyst+writer | @analyst/@writer il nous manque quoi pour les avoirs ?
111 fr crew any fanout:builder+reviewer | @builder & @reviewer c'est prêt à merger ?
112 fr crew work mention:builder !mention:tester !fanout:builder+tester | Pas besoin de @tester, @builder met à jour les deps
113 fr crew work role:reviewer trap =role:writer =entry:lead !mention:builder !role:builder !status !direct | ne demandez pas à @builder. Il faut juste relire docs/backup.md
114 fr own-lifecycle work role:analyst trap =entry:coordinator !role:executor !status !direct | pas de code pour l'instant, juste une étude des prestataires de paiement possibles
115 fr crew work role:builder trap =mention:reviewer =entry:lead | comme disait @reviewer hier, le nom retryAll est trompeur : renomme-le
116 fr squad direct entry:planner trap =status | qu'est-ce qui est bloqué ?
117 fr crew direct greeting:lead | salut tout le monde
118 fr crew direct greeting:lead | merci bcp, nickel
119 fr own-lifecycle direct entry:coordinator | le délai de retry par défaut est de combien ?
120 fr crew work entry:lead trap !status !direct | je sais pas si c'est un bug ou si c'est voulu, le total arrondit vers le bas
121 es crew direct status | que esta bloqueado
122 es crew direct status | ¿Quién está conectado?
123 es own-lifecycle direct status | cuanto llevamos gastado hoy
124 es crew direct status trap =entry:lead =greeting:lead | buenas, cómo vamos?
125 es crew direct status | como van los reembolsos
126 es own-lifecycle direct status | ¿quién tiene la prueba del checkout?
127 es crew direct status | hay algo esperando mi respuesta?
128 es own-lifecycle direct status | qué fue lo último que se terminó?
129 es own-lifecycle direct entry:coordinator !status | cómo va la integración con SAP?
130 es crew direct status | ¿qué queda en la cola y quién está conectado?
131 es crew work role:builder !status !direct | el estado del pedido sale en blanco en la factura, arreglalo porfa
132 es crew work entry:lead trap =role:builder !status !direct | ¿Qué está bloqueando el release? Desbloquéalo, por favor.
133 es own-lifecycle work role:fe-developer trap =role:executor =entry:coordinator !status !direct | quiero ver en el panel quién está conectado, ahora solo salen los nombres
134 es crew work role:builder trap =role:writer =entry:lead !status !direct | cambia el texto "¿Qué está bloqueado?" por "Bloqueos" en src/nav.tsx
135 es crew work role:builder !status !direct | el stop del timer no para el contador, corregir
136 es crew work role:builder | arregla la redirección de src/login/redirect.ts, acaba en /undefined. En local va bien
137 es crew work role:reviewer trap =entry:lead | échale un ojo crítico al PR 55 y dime qué está mal, sobre todo en los locks
138 es crew work role:tester | intenta reproducir el fallo del checkout sin cuenta, a mi no me sale
139 es crew work role:writer | falta una página sobre los webhooks, con un ejemplo de firma. Escríbela
140 es own-lifecycle work role:analyst | averigua qué clientes siguen con la api vieja y qué necesitan de verdad
141 es own-lifecycle work role:executor trap =entry:coordinator !role:planner !status !direct | construye lo que dice PLAN-002, empezando por las claves de idempotencia
142 es own-lifecycle work role:architect !status !direct | Necesitamos decidir si partimos el módulo billing en dos y qué dependería de qué
143 es own-lifecycle work role:planner | haz el plan de tareas para DRAFT-003, qué va antes y qué puede ir a la vez
144 es own-lifecycle work role:writer | redacta la especificación de devoluciones parciales
145 es own-lifecycle work role:reviewer | juzga la especificación de DRAFT-002 y dime los hallazgos por severidad
146 es crew work entry:lead trap =role:tester =role:builder !status !direct | Despliegue caído desde las 9, alguien puede mirar
147 es crew work role:builder !role:writer !status !direct | Documento de factura sale con dos páginas en blanco, corregir
148 es crew any entry:lead trap !role:reviewer !status | Revisión pendiente del viernes: cancelada, ya no hace falta
149 es crew work mention:writer | @writer añade un ejemplo de webhook a docs/webhooks.md
150 es crew any fanout:builder+tester | @builder,@tester mirad por qué falla el timeout
151 es own-lifecycle any fanout:planner+architect | @planner+@architect ¿cabe esto en dos tareas?
152 es crew work mention:builder !mention:tester !fanout:builder+tester | no se lo pidas a @tester, que lo haga @builder: subir la versión de pnpm
153 es crew work role:builder trap =entry:lead !role:tester !status !direct | No molestes al tester, solo cambia el color del botón de pagar
154 es own-lifecycle work role:tester trap =role:executor =entry:coordinator !status !direct | nada de cambiar el esquema. Solo añade pruebas de carga para el endpoint
155 es crew work mention:writer !mention:builder !mention:tester !fanout:builder+tester+writer | ni @builder ni @tester: esto lo hace @writer, falta la página de errores
156 es duo work entry:planner !mention:builder !role:builder | @builder cambia el puerto a 4700
157 es crew direct greeting:lead | hola equipo!
158 es crew direct greeting:lead | gracias, quedó perfecto
159 es crew direct entry:lead | ¿cuál es la rama de la release?
160 es own-lifecycle direct entry:coordinator trap =status | ¿Cuándo estará listo el login?
161 pt crew direct status | o que ta bloqueado?
162 pt own-lifecycle direct status | quem está online
163 pt crew direct status | quanto gastamos nas últimas 24 horas?
164 pt crew direct status trap =entry:lead =greeting:lead | bom dia, como estamos?
165 pt crew direct status | como andam os reembolsos
166 pt crew direct status | quem está com o teste do checkout?
167 pt own-lifecycle direct status | tem alguma coisa esperando por mim
168 pt crew direct status | o que foi concluído por último?
169 pt crew direct entry:lead !status | como está a migração para o kafka
170 pt own-lifecycle direct status | O que está na fila?
171 pt crew work role:builder !status !direct | o status do pedido aparece como null no email, conserta por favor
172 pt crew work role:builder trap =entry:lead !status !direct | Como está o retry? Se ainda falhar, corrige e abre um PR.
173 pt own-lifecycle work role:fe-developer trap =role:executor =entry:coordinator !status !direct | cria uma tela que mostra quem está online e o custo de cada um
174 pt crew work role:builder !status !direct | o cliente perguntou "o que está bloqueado?" e a busca não achou nada. corrigir a busca
175 pt crew work role:builder !status !direct | o worker não para quando mando stop, arruma isso
176 pt crew work role:builder | a migração 0042 roda duas vezes no boot, corrige em db/migrate.ts. Urgente!
177 pt crew work role:reviewer | dá uma revisada no PR 91 por favor, quero mergear hoje
178 pt crew work role:tester !status !direct | esse erro do checkout só acontece no staging? tenta reproduzir e me diz os passos
179 pt crew work role:writer !greeting !status !direct | oi, bom dia! o guia de backup está desatualizado, reescreve ele
180 pt own-lifecycle work role:analyst | levanta os requisitos do relatório fiscal, numerados, e o que já existe no repo
181 pt own-lifecycle work role:executor | implementa o endpoint de estorno parcial conforme o plano, com prova de cada critério
182 pt own-lifecycle work role:architect !status !direct | Onde deve ficar a fila de retry? Define a estrutura e o que depende do quê.
183 pt own-lifecycle work role:planner | quebra a especificação em tarefas que dá pra fazer em paralelo
184 pt own-lifecycle work role:fe-qa trap =role:tester =entry:coordinator | testa o fluxo de pagamento só com teclado e confere o contraste no tema escuro
185 pt own-lifecycle work role:fe-developer trap =entry:coordinator !status !direct | o modal de convite precisa de estado vazio e de erro, faz isso em mobile também
186 pt crew work entry:lead trap =role:tester =role:builder !status !direct | Tela de login em branco no Firefox, alguém vê isso?
187 pt own-lifecycle work role:executor trap =role:fe-developer =entry:coordinator !role:planner !status !direct | Plano de preços mostra o valor errado na página /pricing, corrigir
188 pt crew work role:builder !role:reviewer !status !direct | Revisor automático do GitHub está comentando duas vezes, corrige o workflow
189 pt crew any mention:tester !status | @tester tem algo bloqueado aí?
190 pt crew any fanout:builder+reviewer | @builder&@reviewer tá pronto pra mergear?
191 pt own-lifecycle any fanout:analyst+architect+planner | @analyst/@architect/@planner quanto trabalho dá isso?
192 pt crew work mention:builder !mention:tester !fanout:builder+tester | não chama o @tester, @builder resolve: atualizar o pnpm
193 pt crew work role:builder trap =entry:lead !role:reviewer !status !direct | sem review dessa vez: só troca o logo do rodapé
194 pt own-lifecycle work role:fe-developer trap =role:executor =entry:coordinator !status !direct | não mexe na API agora. Refaz só a tela de extrato
195 pt crew work entry:lead trap =role:builder =role:tester !status !direct | @maria consegue ver isso? a fatura sai sem imposto
196 pt pair work entry:builder !mention:reviewer !role:reviewer | @reviewer dá uma olhada no diff
197 pt crew direct greeting:lead | olá pessoal
198 pt own-lifecycle direct greeting:coordinator | valeu, ficou ótimo
199 pt crew direct entry:lead | qual é a versão do node no CI?
200 pt crew any entry:lead | pode continuar
`;

export const FIVE_LANGUAGES = expectedIn(LABELLED);

/** Messages as this file writes them, one a line. */
export function expectedIn(lines: string): readonly Expected[] {
  return lines.trim().split("\n").map(expectedOf);
}

function expectedOf(line: string): Expected {
  const at = line.indexOf(" | ");
  const [id, lang = "", team = "", tier, expect = "", ...more] = line.slice(0, at).split(" ");
  const marked = (mark: string) => more.filter((one) => one.startsWith(mark)).map((one) => one.slice(1));
  return {
    id: Number(id),
    lang,
    team,
    expect,
    message: line.slice(at + 3).replaceAll("\\n", "\n"),
    isDirect: tier === "any" ? null : tier === "direct",
    accept: marked("="),
    never: marked("!"),
    isTrap: more.includes("trap"),
  };
}
