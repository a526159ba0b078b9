const NAME = 'Cuida'
const EVENTS = ['entry', 'media'].flatMap((kind) => ['create', 'update', 'delete'].map((what) => `${kind}.${what}`))

/**
 * The webhook that tells Cuida of every change: `CUIDA_WEBHOOK_URL` is its address there, `/v1/content/changed`, and
 * `CUIDA_WEBHOOK_SECRET` what it knows us by. Unset, one that was made by hand stays as it is.
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
