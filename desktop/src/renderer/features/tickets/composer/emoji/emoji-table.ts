/**
 * The emoji that people send to customers, written by ourselves: one a line, then its name and further words to find it
 * by, in Portuguese, English and Spanish, divided by `|`. The order follows the groups of the Unicode standard's
 * emoji-test.txt. Flags are not here: emoji.ts makes them from the names of countries.
 */
export const GROUPS = {
  faces: `
😀 rosto sorridente, feliz|grinning face, happy|cara sonriente, feliz
😃 sorriso aberto, feliz|big smile, happy|sonrisa abierta, feliz
😄 sorriso com olhos felizes|smile with happy eyes|sonrisa con ojos felices
😁 sorriso radiante|beaming face|sonrisa radiante
😆 gargalhada, rir|laughing|carcajada, reír
😅 sorriso com suor, alívio|smile with sweat, relief|sonrisa con sudor, alivio
🤣 rolando de rir, kkk|rolling on the floor laughing|muerto de risa
😂 chorando de rir, kkk|tears of joy, laugh|llorando de risa
🙂 sorriso leve|slight smile|sonrisa leve
🙃 de cabeça para baixo, ironia|upside-down face, irony|cara al revés, ironía
😉 piscadela|wink|guiño
😊 sorriso tímido, obrigado|smiling with blush, thanks|sonrisa tímida, gracias
😇 anjo, inocente|angel, innocent|ángel, inocente
🥰 apaixonado com corações, carinho|smiling with hearts, love|enamorado con corazones, cariño
😍 olhos de coração, amei|heart eyes, love|ojos de corazón, encanta
🤩 deslumbrado, uau|star-struck, wow|deslumbrado, guau
😘 mandando beijo|blowing a kiss|lanzando un beso
😗 beijo|kissing face|beso
😋 delícia, gostoso|yummy, delicious|delicioso, rico
😛 língua de fora|tongue out|lengua fuera
😜 piscando com língua, brincadeira|winking with tongue, joke|guiño con lengua, broma
🤪 doidinho|zany face, crazy|loco
🤑 dinheiro, rico|money face, rich|dinero, rico
🤗 abraço|hug|abrazo
🤭 risinho, ops|giggle, oops|risita, ups
🤫 silêncio, segredo|quiet, secret|silencio, secreto
🤔 pensando, dúvida|thinking, doubt|pensando, duda
🫡 continência, às ordens|salute, yes sir|saludo militar, a la orden
🤐 boca fechada|zipped mouth|boca cerrada
🤨 sobrancelha levantada, desconfiado|raised eyebrow, suspicious|ceja levantada, desconfiado
😐 neutro|neutral face|neutral
😑 sem expressão|expressionless|sin expresión
😶 sem boca, mudo|no mouth, speechless|sin boca, mudo
😏 sorriso malicioso|smirk|sonrisa pícara
😒 chateado|unamused|disgustado
🙄 revirando os olhos|rolling eyes|ojos en blanco
😬 careta, constrangido|grimace, awkward|mueca, incómodo
😌 aliviado|relieved|aliviado
😔 pensativo, triste|pensive, sad|pensativo, triste
😪 sonolento|sleepy|somnoliento
😴 dormindo, sono|sleeping|durmiendo, sueño
😷 máscara, doente|medical mask, sick|mascarilla, enfermo
🤒 febre, doente|fever, sick|fiebre, enfermo
🤕 machucado|head bandage, hurt|herido
🤢 enjoo|nausea|náusea
🤧 espirro, gripe|sneeze, cold|estornudo, resfriado
🥵 calor|hot face|calor
🥶 frio|cold face|frío
😵 tonto|dizzy|mareado
🤯 cabeça explodindo, chocado|mind blown, shocked|mente explotada, impactado
🥳 festa, comemorar, parabéns|party, celebrate|fiesta, celebrar
😎 óculos escuros, legal|sunglasses, cool|gafas de sol, genial
🤓 nerd|nerd|nerd, empollón
😕 confuso|confused|confundido
😟 preocupado|worried|preocupado
🙁 triste|sad|triste
😮 surpreso|surprised|sorprendido
😲 espantado|astonished|asombrado
😳 envergonhado|flushed, embarrassed|avergonzado
🥺 por favor, implorando|pleading, please|suplicando, por favor
🥹 emocionado, segurando o choro|holding back tears, moved|emocionado, conteniendo lágrimas
😦 boquiaberto|frowning with open mouth|boquiabierto
😨 com medo|fearful|con miedo
😰 ansioso|anxious|ansioso
😥 triste mas aliviado|sad but relieved|triste pero aliviado
😢 chorando, choro|crying|llorando
😭 chorando muito|loudly crying|llorando mucho
😱 gritando de medo|screaming|gritando de miedo
😖 frustrado|confounded|frustrado
😞 decepcionado|disappointed|decepcionado
😓 suor frio|cold sweat|sudor frío
😩 exausto|weary|agotado
😫 cansado|tired|cansado
🥱 bocejo, tédio|yawn, bored|bostezo, aburrido
😤 bufando|huffing|resoplando
😡 bravo, raiva|angry|enojado, rabia
😠 zangado|cross, mad|enfadado
🤬 xingando|swearing|insultando
😈 diabinho|smiling devil|diablillo
💀 caveira|skull|calavera
💩 cocô|poop|caca
🤡 palhaço|clown|payaso
👻 fantasma|ghost|fantasma
👽 alienígena|alien|extraterrestre
🤖 robô|robot|robot
😺 gato sorrindo|smiling cat|gato sonriente
🙈 não vejo, macaco|see no evil, monkey|no veo, mono
🙉 não ouço, macaco|hear no evil, monkey|no oigo, mono
🙊 não falo, macaco|speak no evil, monkey|no hablo, mono
💋 marca de beijo|kiss mark|marca de beso
💌 carta de amor|love letter|carta de amor
💘 coração flechado|heart with arrow|corazón flechado
💝 coração com laço, presente|heart with ribbon, gift|corazón con lazo, regalo
💖 coração brilhante|sparkling heart|corazón brillante
💕 dois corações|two hearts|dos corazones
💔 coração partido|broken heart|corazón roto
❤️ coração vermelho, amor|red heart, love|corazón rojo, amor
🧡 coração laranja|orange heart|corazón naranja
💛 coração amarelo|yellow heart|corazón amarillo
💚 coração verde|green heart|corazón verde
💙 coração azul|blue heart|corazón azul
💜 coração roxo|purple heart|corazón morado
🤎 coração marrom|brown heart|corazón marrón
🖤 coração preto|black heart|corazón negro
🤍 coração branco|white heart|corazón blanco
💯 cem pontos, perfeito|hundred points, perfect|cien puntos, perfecto
💢 irritado|anger symbol|enojo
💥 explosão|explosion, boom|explosión
💫 estrela tonta|dizzy star|estrella mareada
💦 gotas de suor|sweat drops|gotas de sudor
💨 vento, rápido|dash, fast|viento, rápido
💬 balão de fala, mensagem|speech bubble, message|globo de diálogo, mensaje
💭 balão de pensamento|thought bubble|globo de pensamiento
💤 zzz, sono|zzz, sleep|zzz, sueño
`,
  people: `
👋 tchau, olá, aceno|waving hand, hello, bye|hola, adiós, saludo
🤚 dorso da mão|back of hand|dorso de la mano
✋ mão levantada, pare|raised hand, stop|mano levantada, alto
🖖 saudação vulcana|vulcan salute|saludo vulcano
👌 ok, perfeito|ok hand, perfect|ok, perfecto
🤌 dedos juntos|pinched fingers|dedos juntos
🤏 pouquinho|pinching hand, small|poquito
✌️ paz, vitória|victory, peace|paz, victoria
🤞 dedos cruzados, sorte|crossed fingers, luck|dedos cruzados, suerte
🫰 coração com dedos|finger heart|corazón con dedos
🤟 te amo em sinais|love-you gesture|te quiero en señas
🤘 rock|rock, horns|rock
🤙 me liga|call me|llámame
👈 apontando para a esquerda|pointing left|señalando a la izquierda
👉 apontando para a direita|pointing right|señalando a la derecha
👆 apontando para cima|pointing up|señalando arriba
👇 apontando para baixo|pointing down|señalando abajo
☝️ indicador para cima, atenção|index pointing up, attention|índice arriba, atención
🫵 apontando para você|pointing at you|señalándote
👍 joinha, positivo, ok|thumbs up, yes, ok|pulgar arriba, sí, ok
👎 negativo, não gostei|thumbs down, no|pulgar abajo, no
✊ punho levantado|raised fist|puño en alto
👊 soco, toca aqui|fist bump|choque de puños
👏 palmas, parabéns|clapping, applause|aplausos
🙌 mãos para o alto, viva|raising hands, hooray|manos arriba, viva
🫶 mãos de coração|heart hands|manos de corazón
👐 mãos abertas|open hands|manos abiertas
🤲 palmas juntas para cima|palms up together|palmas juntas
🤝 aperto de mão, acordo|handshake, deal|apretón de manos, acuerdo
🙏 por favor, obrigado, oração|please, thank you, folded hands|por favor, gracias, oración
✍️ escrevendo|writing hand|escribiendo
💅 esmalte|nail polish|esmalte
🤳 selfie|selfie|selfie
💪 força, músculo|strong, muscle|fuerza, músculo
👂 orelha|ear|oreja
👃 nariz|nose|nariz
🧠 cérebro|brain|cerebro
👀 olhos, olhando|eyes, looking|ojos, mirando
👄 boca|mouth|boca
👶 bebê|baby|bebé
🧒 criança|child|niño
👦 menino|boy|chico
👧 menina|girl|chica
🧑 pessoa|person|persona
👨 homem|man|hombre
👩 mulher|woman|mujer
👴 idoso|old man|anciano
👵 idosa|old woman|anciana
🙅 não, gesto de proibido|gesturing no|gesto de no
🙆 gesto de ok|gesturing ok|gesto de ok
💁 atendente, informação|tipping hand, information|atendiendo, información
🙋 levantando a mão, eu|raising hand, me|levantando la mano, yo
🙇 reverência, desculpa|bowing, sorry|reverencia, perdón
🤦 mão no rosto|facepalm|mano en la cara
🤷 tanto faz, não sei|shrug, don't know|no sé, encogerse de hombros
🧑‍⚕️ profissional de saúde, médico|health worker, doctor|profesional de salud, médico
🧑‍🏫 professor|teacher|profesor
🧑‍🍳 cozinheiro|cook|cocinero
🧑‍🔧 mecânico|mechanic|mecánico
🧑‍💼 trabalhador de escritório|office worker|oficinista
🧑‍💻 programador, computador|technologist, computer|programador, computadora
👮 policial|police officer|policía
👷 operário, obra|construction worker|obrero
🎅 papai noel, natal|santa claus, christmas|papá noel, navidad
🏃 correndo|running|corriendo
💃 dançando|dancing|bailando
👨‍👩‍👧 família|family|familia
👥 pessoas, grupo|people, group|personas, grupo
🫂 abraço de pessoas|people hugging|personas abrazándose
`,
  nature: `
🐶 cachorro|dog|perro
🐱 gato|cat|gato
🐭 rato|mouse|ratón
🐰 coelho, páscoa|rabbit, easter|conejo, pascua
🦊 raposa|fox|zorro
🐻 urso|bear|oso
🐼 panda|panda|panda
🐨 coala|koala|koala
🦁 leão|lion|león
🐯 tigre|tiger|tigre
🐮 vaca|cow|vaca
🐷 porco|pig|cerdo
🐸 sapo|frog|rana
🐵 macaco|monkey|mono
🐔 galinha|chicken|gallina
🐧 pinguim|penguin|pingüino
🐦 pássaro|bird|pájaro
🦆 pato|duck|pato
🦉 coruja|owl|búho
🐴 cavalo|horse|caballo
🦄 unicórnio|unicorn|unicornio
🐝 abelha|bee|abeja
🦋 borboleta|butterfly|mariposa
🐌 lesma, devagar|snail, slow|caracol, lento
🐞 joaninha|ladybug|mariquita
🐜 formiga|ant|hormiga
🐢 tartaruga|turtle|tortuga
🐍 cobra|snake|serpiente
🐙 polvo|octopus|pulpo
🐠 peixe|fish|pez
🐬 golfinho|dolphin|delfín
🐳 baleia|whale|ballena
🐾 patas|paw prints|huellas
💐 buquê, flores|bouquet, flowers|ramo, flores
🌸 flor de cerejeira|cherry blossom|flor de cerezo
🌹 rosa|rose|rosa
🌻 girassol|sunflower|girasol
🌷 tulipa|tulip|tulipán
🌱 broto, muda|seedling|brote
🌲 pinheiro|evergreen tree|pino
🌳 árvore|tree|árbol
🌴 palmeira, praia|palm tree, beach|palmera, playa
🌵 cacto|cactus|cactus
🍀 trevo, sorte|four leaf clover, luck|trébol, suerte
🍁 folha, outono|maple leaf, autumn|hoja, otoño
`,
  food: `
🍎 maçã|apple|manzana
🍊 laranja, tangerina|orange, tangerine|naranja, mandarina
🍋 limão|lemon|limón
🍌 banana|banana|plátano, banana
🍉 melancia|watermelon|sandía
🍇 uvas|grapes|uvas
🍓 morango|strawberry|fresa
🍑 pêssego|peach|durazno
🥭 manga|mango|mango
🍍 abacaxi|pineapple|piña
🥥 coco|coconut|coco
🥑 abacate|avocado|aguacate
🍅 tomate|tomato|tomate
🥕 cenoura|carrot|zanahoria
🌽 milho|corn|maíz
🌶️ pimenta|hot pepper|chile
🥦 brócolis|broccoli|brócoli
🍞 pão|bread|pan
🥐 croissant|croissant|cruasán
🧀 queijo|cheese|queso
🥚 ovo|egg|huevo
🍳 ovo frito, cozinhando|fried egg, cooking|huevo frito, cocinando
🥩 carne|meat|carne
🍗 coxa de frango|chicken leg|muslo de pollo
🍔 hambúrguer|hamburger|hamburguesa
🍟 batata frita|french fries|papas fritas
🍕 pizza|pizza|pizza
🌭 cachorro-quente|hot dog|perrito caliente
🥪 sanduíche|sandwich|sándwich
🌮 taco|taco|taco
🥗 salada|salad|ensalada
🍝 macarrão|spaghetti, pasta|pasta, espagueti
🍣 sushi|sushi|sushi
🍚 arroz|rice|arroz
🍦 sorvete|ice cream|helado
🍩 rosquinha|doughnut|rosquilla
🍪 biscoito|cookie|galleta
🎂 bolo de aniversário, parabéns|birthday cake|pastel de cumpleaños
🍰 fatia de bolo|cake|porción de pastel
🍫 chocolate|chocolate|chocolate
🍬 bala, doce|candy, sweet|caramelo, dulce
🍯 mel|honey|miel
🥛 leite|milk|leche
☕ café|coffee|café
🍵 chá|tea|té
🍷 vinho|wine|vino
🍺 cerveja|beer|cerveza
🥂 brinde|clinking glasses, toast|brindis
🍹 drinque|tropical drink|cóctel
🥤 refrigerante|soft drink|refresco
🍽️ prato, refeição|plate, meal|plato, comida
`,
  travel: `
🌎 mundo, terra, américas|world, earth, americas|mundo, tierra, américas
🗺️ mapa|map|mapa
🏠 casa|house, home|casa
🏢 prédio, escritório|office building|edificio, oficina
🏥 hospital|hospital|hospital
🏦 banco|bank|banco
🏪 loja|store|tienda
🏫 escola|school|escuela
🏭 fábrica|factory|fábrica
⛪ igreja|church|iglesia
🏖️ praia|beach|playa
🏝️ ilha|island|isla
⛰️ montanha|mountain|montaña
🚗 carro|car|coche, auto
🚕 táxi|taxi|taxi
🚌 ônibus|bus|autobús
🚑 ambulância|ambulance|ambulancia
🚒 bombeiros|fire engine|bomberos
🚓 carro de polícia|police car|coche de policía
🚚 caminhão de entrega|delivery truck|camión de reparto
🚛 caminhão|truck|camión
🏍️ moto|motorcycle|moto
🛵 motoneta, entrega|motor scooter, delivery|scooter, reparto
🚲 bicicleta|bicycle|bicicleta
🚆 trem|train|tren
🚇 metrô|metro, subway|metro
✈️ avião, viagem|airplane, travel|avión, viaje
🚀 foguete, rápido|rocket, fast|cohete, rápido
🚁 helicóptero|helicopter|helicóptero
🚢 navio|ship|barco
⛽ posto de gasolina|fuel pump|gasolinera
🚦 semáforo|traffic light|semáforo
🚧 em obras|construction|en obras
⌛ ampulheta, espere|hourglass, wait|reloj de arena, espera
⏳ aguardando, espere|hourglass running, wait|esperando, espera
⌚ relógio de pulso|watch|reloj de pulsera
⏰ despertador|alarm clock|despertador
⏱️ cronômetro|stopwatch|cronómetro
🕐 uma hora|one o'clock|la una
🌙 lua, noite|moon, night|luna, noche
☀️ sol, bom dia|sun, good morning|sol, buenos días
🌤️ sol com nuvem|sun behind cloud|sol con nube
☁️ nuvem|cloud|nube
🌧️ chuva|rain|lluvia
⛈️ tempestade|storm|tormenta
🌈 arco-íris|rainbow|arcoíris
☔ guarda-chuva|umbrella|paraguas
❄️ neve, frio|snow, cold|nieve, frío
🔥 fogo|fire|fuego
💧 gota, água|drop, water|gota, agua
🌊 onda, mar|wave, sea|ola, mar
⭐ estrela|star|estrella
🌟 estrela brilhante|glowing star|estrella brillante
✨ brilhos, novo|sparkles, new|destellos, nuevo
⚡ raio, energia|lightning, power|rayo, energía
`,
  activities: `
🎉 festa, comemoração, parabéns|party popper, congratulations|fiesta, celebración, felicidades
🎊 confete|confetti|confeti
🎈 balão|balloon|globo
🎁 presente|gift|regalo
🎀 laço|ribbon|lazo
🎄 árvore de natal|christmas tree|árbol de navidad
🎟️ ingresso|ticket|entrada
🏆 troféu|trophy|trofeo
🥇 medalha de ouro, primeiro|gold medal, first|medalla de oro, primero
🥈 medalha de prata|silver medal|medalla de plata
🥉 medalha de bronze|bronze medal|medalla de bronce
⚽ futebol|soccer, football|fútbol
🏀 basquete|basketball|baloncesto
🏐 vôlei|volleyball|voleibol
🎾 tênis|tennis|tenis
🏊 natação|swimming|natación
🏋️ academia, musculação|weight lifting, gym|gimnasio, pesas
🧘 ioga|yoga|yoga
🎯 alvo, na mosca|bullseye, target|diana, blanco
🎮 videogame|video game|videojuego
🎲 dado|die, dice|dado
🧩 quebra-cabeça|puzzle|rompecabezas
🎨 pintura, arte|art, painting|arte, pintura
🎬 cinema, claquete|clapper, movie|claqueta, cine
🎤 microfone|microphone|micrófono
🎧 fone de ouvido|headphones|auriculares
🎵 nota musical|musical note|nota musical
🎸 guitarra|guitar|guitarra
`,
  objects: `
📱 celular|mobile phone|celular, móvil
📞 telefone|telephone|teléfono
☎️ telefone fixo|landline|teléfono fijo
💻 notebook, computador|laptop, computer|portátil, computadora
🖥️ monitor|desktop computer|monitor
🖨️ impressora|printer|impresora
⌨️ teclado|keyboard|teclado
🖱️ mouse|computer mouse|ratón de computadora
💾 disquete, salvar|floppy disk, save|disquete, guardar
📷 câmera, foto|camera, photo|cámara, foto
🎥 filmadora, vídeo|movie camera, video|cámara de video
📺 televisão|television|televisión
🔋 bateria|battery|batería
🔌 tomada|electric plug|enchufe
💡 lâmpada, ideia|light bulb, idea|bombilla, idea
🔦 lanterna|flashlight|linterna
📔 caderno|notebook|cuaderno
📚 livros|books|libros
📰 jornal|newspaper|periódico
🔖 marcador|bookmark|marcador
🏷️ etiqueta, preço|label, price tag|etiqueta, precio
💰 saco de dinheiro|money bag|bolsa de dinero
💵 dinheiro, nota|banknote, money|billete, dinero
💳 cartão de crédito, pagamento|credit card, payment|tarjeta de crédito, pago
🧾 recibo, nota fiscal|receipt, invoice|recibo, factura
💎 diamante|diamond|diamante
✉️ carta, envelope|letter, envelope|carta, sobre
📧 e-mail|e-mail|correo electrónico
📩 mensagem recebida|incoming envelope|mensaje recibido
📦 pacote, encomenda, entrega|package, parcel, delivery|paquete, pedido, entrega
📫 caixa de correio|mailbox|buzón
✏️ lápis|pencil|lápiz
🖊️ caneta|pen|bolígrafo
📝 anotação, formulário|memo, note|nota, formulario
💼 maleta, trabalho|briefcase, work|maletín, trabajo
📁 pasta|folder|carpeta
📅 calendário, data|calendar, date|calendario, fecha
📈 gráfico subindo|chart increasing|gráfico al alza
📉 gráfico caindo|chart decreasing|gráfico a la baja
📊 gráfico de barras|bar chart|gráfico de barras
📋 prancheta, lista|clipboard, list|portapapeles, lista
📌 alfinete, fixado|pushpin, pinned|chincheta, fijado
📍 local, endereço|round pushpin, location|ubicación, dirección
📎 clipe, anexo|paperclip, attachment|clip, adjunto
✂️ tesoura|scissors|tijeras
🔒 cadeado, seguro|locked, secure|candado, seguro
🔓 aberto, desbloqueado|unlocked|desbloqueado
🔑 chave|key|llave
🔨 martelo|hammer|martillo
🔧 chave inglesa, conserto|wrench, repair|llave inglesa, reparación
⚙️ engrenagem, configuração|gear, settings|engranaje, configuración
🔗 link, corrente|link, chain|enlace, cadena
🧰 caixa de ferramentas|toolbox|caja de herramientas
🧪 tubo de ensaio, teste|test tube|tubo de ensayo, prueba
💉 vacina, injeção|syringe, vaccine|vacuna, inyección
💊 remédio|pill, medicine|pastilla, medicina
🩺 estetoscópio|stethoscope|estetoscopio
🚪 porta|door|puerta
🛏️ cama|bed|cama
🛋️ sofá|couch|sofá
🚿 chuveiro|shower|ducha
🧴 loção|lotion|loción
🧹 vassoura, limpeza|broom, cleaning|escoba, limpieza
🧼 sabão|soap|jabón
🛒 carrinho de compras|shopping cart|carrito de compras
🛍️ sacolas de compras|shopping bags|bolsas de compras
👓 óculos|glasses|gafas
👕 camiseta|t-shirt|camiseta
👖 calça jeans|jeans|pantalón vaquero
👗 vestido|dress|vestido
👟 tênis, sapato|sneaker, shoe|zapatilla
👠 salto alto|high heel|tacón alto
👜 bolsa|handbag|bolso
🎒 mochila|backpack|mochila
👑 coroa|crown|corona
💍 anel, casamento|ring, wedding|anillo, boda
💄 batom|lipstick|pintalabios
🔔 sino, aviso|bell, notice|campana, aviso
🔕 sem som|bell off, muted|sin sonido
📢 alto-falante, anúncio|loudspeaker, announcement|altavoz, anuncio
🔍 lupa, busca|magnifying glass, search|lupa, búsqueda
🗑️ lixeira|trash|papelera
🪑 cadeira|chair|silla
`,
  symbols: `
✅ certo, feito, confirmado|check mark, done, confirmed|hecho, confirmado
☑️ caixa marcada|checked box|casilla marcada
✔️ visto, correto|heavy check, correct|visto, correcto
❌ errado, cancelar|cross mark, wrong, cancel|mal, cancelar
❎ botão de xis|cross mark button|botón de equis
➕ mais|plus|más
➖ menos|minus|menos
➡️ seta para a direita|right arrow|flecha derecha
⬅️ seta para a esquerda|left arrow|flecha izquierda
⬆️ seta para cima|up arrow|flecha arriba
⬇️ seta para baixo|down arrow|flecha abajo
🔄 atualizar, recarregar|refresh, reload|actualizar, recargar
🔙 voltar|back arrow|volver
🔝 topo|top arrow|arriba del todo
❓ pergunta, dúvida|question mark|pregunta, duda
❗ exclamação, atenção|exclamation mark, attention|exclamación, atención
‼️ dupla exclamação|double exclamation|doble exclamación
⚠️ aviso, cuidado|warning, careful|advertencia, cuidado
🚫 proibido|prohibited|prohibido
⛔ entrada proibida|no entry|prohibido pasar
♻️ reciclagem|recycling|reciclaje
🆗 botão ok|ok button|botón ok
🆕 novo|new button|nuevo
🆓 grátis|free button|gratis
🆘 socorro|sos|socorro
ℹ️ informação|information|información
🔴 círculo vermelho|red circle|círculo rojo
🟠 círculo laranja|orange circle|círculo naranja
🟡 círculo amarelo|yellow circle|círculo amarillo
🟢 círculo verde|green circle|círculo verde
🔵 círculo azul|blue circle|círculo azul
🟣 círculo roxo|purple circle|círculo morado
⚫ círculo preto|black circle|círculo negro
⚪ círculo branco|white circle|círculo blanco
🟥 quadrado vermelho|red square|cuadrado rojo
🟩 quadrado verde|green square|cuadrado verde
🟦 quadrado azul|blue square|cuadrado azul
🔶 losango laranja|orange diamond|rombo naranja
🔷 losango azul|blue diamond|rombo azul
▶️ tocar|play|reproducir
⏸️ pausar|pause|pausar
⏹️ parar|stop button|parar
1️⃣ um|one|uno
2️⃣ dois|two|dos
3️⃣ três|three|tres
4️⃣ quatro|four|cuatro
5️⃣ cinco|five|cinco
6️⃣ seis|six|seis
7️⃣ sete|seven|siete
8️⃣ oito|eight|ocho
9️⃣ nove|nine|nueve
🔟 dez|ten|diez
0️⃣ zero|zero|cero
#️⃣ cerquilha|hash|almohadilla
©️ direitos autorais|copyright|derechos de autor
®️ marca registrada|registered|marca registrada
™️ marca comercial|trade mark|marca comercial
`,
} as const;
