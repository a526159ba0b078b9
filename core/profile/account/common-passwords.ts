/**
 * Base words of the most common leaked passwords, in the product's three languages and on their keyboards. A password
 * that is such a word with the usual decoration ("Passw0rd!", "Qwerty2024", "Contraseña_1") is as common as the word.
 */
const WORDS = new Set(
  `password passwd pass passphrase contrasena contrasenya clave senha senhas secreto segredo secret
  qwerty qwertyui qwertyuiop qwert asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qwaszx azerty qwertz
  abc abcd abcde abcdef abcdefg abcdefgh abcabc aaa aaaa aaaaaa xxx xxxx test testing prueba teste
  welcome bienvenido bienvenida bienvenidos bemvindo bemvinda hello hola ola admin administrator administrador
  administradora root user usuario usuaria login letmein changeme cambiame iloveyou teamo tequiero teamomucho
  amor mylove love princess princesa prince sunshine monkey dragon shadow master football futbol futebol baseball
  superman batman pokemon naruto minecraft starwars michael jordan daniel jessica charlie jennifer thomas
  barcelona realmadrid madrid espana sevilla valencia betis atletico brasil flamengo corinthians palmeiras santos
  saopaulo gremio vasco cruzeiro carlos maria jose juan pedro antonio manuel francisco alejandro jesus lucas
  gabriel rafael fernando guadalupe estrella corazon coracao familia family mariposa borboleta chocolate
  computer internet samsung google facebook instagram whatsapp iphone android
  summer winter spring autumn verano invierno primavera otono verao inverno outono
  january february march april june july august september october november december
  enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
  janeiro fevereiro marco maio junho julho setembro outubro novembro dezembro
  monday friday sunday lunes viernes domingo segunda sexta
  salud saude health hospital clinica doctor doctora doutor medico medica cuida telemedicina
  1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3r4 1qaz2wsx zaq12wsx 1qazxsw2 a1b2c3 a1b2c3d4 a1s2d3f4
  trustno freedom whatever ninja azul verde rojo`.split(/\s+/),
)

const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const unmarked = plain.replaceAll(/^[^\p{L}\p{Nd}]+|[^\p{L}\p{Nd}]+$/gu, '')
  // Decoration is removed before look-alikes are replaced, so that a "1" after a word is not read as its last letter.
  const bare = plain.replaceAll(/^[^\p{L}@$]+|[^\p{L}]+$/gu, '')
  return WORDS.has(unmarked) || WORDS.has(spelledOut(bare)) || isRepetition(plain) || isCounting(plain)
}

const spelledOut = (text: string): string =>
  [...text]
    .map((character) => LOOKALIKES[character] ?? character)
    .join('')
    .replaceAll(/[^\p{L}]/gu, '')

/** "Aa1Aa1Aa1": a short part repeated. */
const isRepetition = (text: string): boolean => /^(.{1,4})\1+$/u.test(text)

/** "Aa123456": a few letters with digits that count up or repeat. */
function isCounting(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '')
  const letters = text.replaceAll(/\P{L}/gu, '')
  return letters.length <= 3 && digits.length >= 4 && ('01234567890'.includes(digits) || /^(\d)\1+$/.test(digits))
}
