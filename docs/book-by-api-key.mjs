// Books the first free time of a product for a patient, as a program with an API key (docs/api.md).
// CUIDA_URL, CLIENT_ID and CLIENT_SECRET in the environment; as arguments product, phone, country, date of birth, and
// the patient's answers as JSON: { "summary": "...", "symptoms": [{ "questionId": "...", "answer": "..." }] }.
import { randomUUID } from 'node:crypto'

const { CUIDA_URL, CLIENT_ID, CLIENT_SECRET } = process.env
const [product, number, country, dateOfBirth, answers = '{}'] = process.argv.slice(2)

async function send(method, path, body, headers) {
  const reply = await fetch(`${CUIDA_URL}/v1${path}`, { method, body, headers })
  const answer = await reply.json()
  if (!reply.ok) throw new Error(`${method} ${path}: ${answer.code ?? answer.error}`)
  return answer
}

const basic = Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')
const grant = new URLSearchParams({ grant_type: 'client_credentials' })
const { access_token: token } = await send('POST', '/oauth/token', grant, { authorization: `Basic ${basic}` })
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

const search = { phone: { number, country }, dateOfBirth }
const [patient] = (await send('POST', '/program/patients/search', JSON.stringify(search), headers)).items
if (!patient) throw new Error('No patient with this number and date of birth: they register first')

const day = (ahead) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
const { days } = await send('GET', `/products/${product}/slots?from=${day(1)}&to=${day(7)}`)
const slot = days.flatMap(({ slots }) => slots)[0]
if (!slot) throw new Error('No free time within a week')

const { clinicianId, startTime, endTime } = slot
const reference = randomUUID()
const time = { productId: product, clinicianId, startTime, endTime }
const wanted = { reference, patientId: patient.id, ...time, ...JSON.parse(answers) }
let booking = await send('POST', '/program/bookings', JSON.stringify(wanted), headers)
while (booking.state === 'processing') {
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  booking = await send('GET', `/program/bookings/${booking.id}`, undefined, headers)
}
console.log(JSON.stringify(booking))
