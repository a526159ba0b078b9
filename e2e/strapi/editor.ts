import { DEMO_PASSWORD } from '../patient-browser.ts'

/** An invited "Editor" of a Strapi, who uses the panel's API. */
export async function editorOf(url: string) {
  const send = async (method: string, path: string, body?: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
    return fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  }
  const readData = async (reply: Response) => (await reply.json()).data
  const person = (firstname: string) => ({
    firstname,
    lastname: 'Prueba',
    email: `${firstname}@clinic.example`.toLowerCase(),
  })
  const first = await send('POST', '/admin/register-admin', { ...person('Ada'), password: DEMO_PASSWORD })
  const { token: owner } = await readData(first)
  const roles: { id: number; code: string }[] = await readData(await send('GET', '/admin/roles', undefined, owner))
  const role = roles.find(({ code }) => code === 'strapi-editor')?.id
  const invited = await readData(await send('POST', '/admin/users', { ...person('Eva'), roles: [role] }, owner))
  const { email: _, ...named } = person('Eva')
  const userInfo = { ...named, password: DEMO_PASSWORD }
  const joined = await send('POST', '/admin/register', { registrationToken: invited.registrationToken, userInfo })
  const { token } = await readData(joined)
  const CONTENT = '/content-manager/collection-types/api::product.product'
  return {
    /** The number of products that they see in a language. */
    async sees(locale: string): Promise<number> {
      const reply = await send('GET', `${CONTENT}?locale=${locale}&pageSize=100`, undefined, token)
      return (await reply.json()).results?.length ?? 0
    },
    /** Changes a product in the panel's form and publishes it; returns the status. */
    async publish(documentId: string, locale: string, changed: object): Promise<number> {
      const reply = await send('GET', `${CONTENT}/${documentId}?locale=${locale}&status=draft`, undefined, token)
      const data = { ...(await readData(reply)), ...changed }
      return (await send('POST', `${CONTENT}/${documentId}/actions/publish?locale=${locale}`, data, token)).status
    },
  }
}
