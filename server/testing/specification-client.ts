// A client written from the two pages of the specification alone, without imports. What the pages leave open ("not
// shown") follows the product's decisions, which the comments cite.

interface Profile {
  id: string
  email: string
  firstName: string
}
interface Question {
  key: string
  type: 'multipleChoice' | 'slider' | 'text' | 'yesNo' | 'radio'
  min: number
  options: { value: string }[]
}
interface Order {
  status: 'PROCESSING' | 'FAILED' | 'ACTIVE' | 'PENDING'
  failureReason: string | null
  amount: number
  refundAmount: number
  installments: number
  consultations: { id: string }[]
}
interface Subscription {
  id: string
  status: string
  lastPaymentStatus: string | null
  activationUrl: string | null
}
interface Slot {
  startTime: string
  endTime: string
}
type Fields = Record<string, unknown>

/** The actions of a person, their phone and their browser. */
export interface Person {
  phone: { number: string; country: string }
  profile: Fields
  readCode(): Promise<string>
  /** The card provider's SDK, or its `POST /card_tokens`. */
  tokeniseCard(sessionId: string): Promise<string>
  /** Until the next poll, 2 s in production. */
  wait(): Promise<void>
}

const PASSWORD = 'Cuida-demo-77'

export function createSpecificationClient(origin: string, person: Person) {
  let token = ''
  let sessionId = ''
  let patientId = ''

  /** Page 1, section 7: every call carries these headers, and a JSON content type with or without a body. */
  async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...{ 'x-locale': 'en', 'x-session-id': sessionId, 'x-trace-id': crypto.randomUUID(), 'x-app': 'patient' },
      'content-type': 'application/json',
    }
    const response = await fetch(origin + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const reply = response.status === 204 ? null : await response.json()
    if (!response.ok) throw new Error(`${response.status} ${(reply as { code: string }).code}`)
    return reply as T
  }
  // Decisions 2: `/v1` stands before every path of the app API; the content service is below `/api`.
  const api = <T>(method: string, path: string, body?: unknown) => send<T>(method, `/v1${path}`, body)

  async function keepToken(reply: Promise<{ accessToken: string; sessionId?: string }>): Promise<void> {
    const { accessToken, sessionId: session = '' } = await reply
    token = accessToken
    sessionId = session
  }

  return {
    async register(): Promise<Profile> {
      const { phone } = person
      await api('POST', '/auth/register/phone-exists', { phone })
      await keepToken(api('POST', '/auth/register/phone', { phone }))
      await keepToken(api('POST', '/auth/register/confirmation', { code: await person.readCode() }))
      const payload = { accountType: 'PHONE', profile: { ...person.profile, phone, password: PASSWORD } }
      await api('POST', '/auth/register/patient/validate', payload)
      await keepToken(api('POST', '/auth/register/patient', payload))
      const profile = await api<Profile>('GET', '/user/me')
      patientId = profile.id
      return profile
    },

    /** Decisions 12: consents are a ledger of document texts, which are agreed to by their digest. */
    async agreeToDocuments(): Promise<void> {
      const { due } = await api<{ due: { slug: string; textId: string }[] }>('GET', '/user/me/agreements/due')
      for (const { slug, textId } of due) await api('POST', '/user/me/agreements', { slug, textId })
    },

    async signIn(): Promise<void> {
      token = ''
      const identifier = person.phone.number
      const reply = await api<{ accessToken: string; mfa?: string }>('POST', '/auth/login?clientId=patient-app', {
        identifier,
        password: PASSWORD,
      })
      await keepToken(Promise.resolve(reply))
      if (reply.mfa === 'PENDING') await keepToken(api('POST', '/auth/login/mfa', { code: await person.readCode() }))
    },
    signOut: () => api('POST', '/auth/logout'),

    /** A cart with answers, and a locked slot. Decisions 5: the calls that list clinicians and slots. */
    async fillCart(slug: string): Promise<{ sessionKey: string; productId: string; answers: Fields }> {
      const list = 'page=1&pageSize=100&populate=workingHours,icon,category&sort=order:asc&filters[active][$eq]=true'
      const products = await send<{ data: { attributes: { slug: string } }[] }>('GET', `/api/products?${list}`)
      if (!products.data.some(({ attributes }) => attributes.slug === slug))
        throw new Error(`the content has no product ${slug}`)
      const one = `/api/products?filters[slug][$eq]=${slug}&populate=symptomCollector,disclaimer`
      const { data } = await send<{ data: { id: number; attributes: { symptomCollector: Question[] } }[] }>('GET', one)
      const [product] = data
      const productId = String(product?.id)
      const symptoms = (product?.attributes.symptomCollector ?? []).map((question) => ({
        questionId: question.key,
        answer: answerTo(question),
      }))
      const answers = { symptoms, summary: 'I would like to lose some weight before the summer.' }
      const { items } = await api<{ items: { id: string }[] }>('GET', `/products/${slug}/clinicians`)
      for (const { id: clinicianId } of items) {
        const path = `/schedule/clinician/${clinicianId}`
        const range = `productId=${productId}&from=${dayFromNow(2)}&to=${dayFromNow(6)}`
        const { days } = await api<{ days: { slots: Slot[] }[] }>('GET', `${path}/slots?${range}`)
        const slot = days.flatMap(({ slots }) => slots)[0]
        if (!slot) continue
        const schedule = { startTime: slot.startTime, endTime: slot.endTime }
        const cart = { productId, patientId, ...answers, clinicianId, schedule }
        const { sessionKey } = await api<{ sessionKey: string }>('POST', '/cart', cart)
        await api('POST', `${path}/lock`, { productId, ...schedule, sessionKey })
        return { sessionKey, productId, answers }
      }
      throw new Error('no clinician has a free slot')
    },

    async order(cart: { sessionKey: string; productId: string; answers: Fields }, more: Fields = {}): Promise<string> {
      const formSession = crypto.randomUUID()
      const { workflowId } = await api<{ workflowId: string }>('POST', '/order', {
        paymentMethodInfo: { type: 'CARD_FIRST_PAYMENT' },
        cardToken: await person.tokeniseCard(formSession),
        sessionId: formSession,
        deviceSessionId: 'device-1',
        saveCard: false,
        isSavedCard: false,
        maskedCardNumber: '•••• 6351',
        cardType: 'master',
        patientId,
        productId: cart.productId,
        cartSessionKey: cart.sessionKey,
        ...cart.answers,
        ...more,
      })
      return workflowId
    },

    pollOrder: (id: string, isDone: (order: Order) => boolean) =>
      poll(
        () => api<Order>('GET', `/order/${id}`),
        (order) => order.status === 'FAILED' || isDone(order),
      ),
    cancelOrder: (id: string) => api('PATCH', `/order/${id}/cancel`, { reason: 'I cannot come' }),
    consultations: (query: string) =>
      api<{ items: { id: string; status: string }[] }>('GET', `/patients/${patientId}/consultations?${query}`),

    subscribe: () =>
      api<{ subscription: Subscription }>('POST', `/patients/${patientId}/subscription/subscribe`, {}).then(
        ({ subscription }) => subscription,
      ),
    pollSubscription: (id: string, isDone: (subscription: Subscription) => boolean) =>
      poll(async () => {
        const path = `/patients/${patientId}/subscription/${id}/`
        return (await api<{ subscription: Subscription }>('GET', path)).subscription
      }, isDone),
    giveSubscriptionCard: (subscriptionId: string, cardToken: string) =>
      api('POST', `/patients/${patientId}/subscription/card`, { subscriptionId, cardToken }),
    unsubscribe: () => api<{ ok: boolean }>('POST', `/patients/${patientId}/subscription/unsubscribe`, {}),

    deletePatient: () => api<{ id: string }>('DELETE', `/patients/${patientId}`),
    readProfile: () => api<Profile>('GET', '/user/me'),
  }

  async function poll<T>(read: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> {
    for (let turn = 0; turn < 100; turn++) {
      const value = await read()
      if (isDone(value)) return value
      await person.wait()
    }
    throw new Error('polling did not reach a final state')
  }
}

/** Decisions do not define the form of an answer: a value for each type of question. */
function answerTo({ type, min, options }: Question): unknown {
  if (type === 'yesNo') return false
  if (type === 'slider') return min
  if (type === 'text') return 'Nothing else'
  return type === 'radio' ? options[0]?.value : options.slice(-1).map(({ value }) => value)
}

const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
