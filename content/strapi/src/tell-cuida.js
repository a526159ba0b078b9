const NAME = 'Cuida'
const EVENTS = ['entry', 'media'].flatMap((kind) => ['create', 'update', 'delete'].map((what) => `${kind}.${what}`))

/**
 * Registers the webhook that notifies Cuida of every change: `CUIDA_WEBHOOK_URL` is the URL of `/v1/content/changed`,
 * `CUIDA_WEBHOOK_SECRET` the shared secret. When unset, a webhook that was created by hand stays.
 */
async function tellCuida(strapi) {
  const { CUIDA_WEBHOOK_URL: url, CUIDA_WEBHOOK_SECRET: secret } = process.env
  if (!url || !secret) return
  const store = strapi.get('webhookStore')
  const events = [...EVENTS, 'entry.publish', 'entry.unpublish']
  const webhook = { name: NAME, url, headers: { 'x-content-secret': secret }, events, isEnabled: true }
  const known = (await store.findWebhooks()).find(({ name }) => name === NAME)
  const made = known
    ? await store.updateWebhook(known.id, { ...webhook, id: known.id })
    : await store.createWebhook(webhook)
  strapi.get('webhookRunner').update(made)
}

module.exports = { tellCuida }
