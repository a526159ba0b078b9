const { createStrapi } = require('@strapi/strapi')

// npm run token -- read | full: creates an API token and prints it once. Cuida reads with one (CONTENT_TOKEN), an
// import writes.
const TYPES = { read: 'read-only', full: 'full-access' }

async function main([kind = 'read']) {
  const type = TYPES[kind]
  if (!type) throw new Error(`Name the token type: ${Object.keys(TYPES).join(', ')}`)
  const strapi = await createStrapi({ serveAdminPanel: false }).load()
  const name = `Cuida, ${type}`
  const tokens = strapi.service('admin::api-token')
  const known = await tokens.getByName(name)
  if (known) await tokens.revoke(known.id)
  const { accessKey } = await tokens.create({ name, type, description: '', lifespan: null })
  await strapi.destroy()
  console.log(accessKey)
  process.exit(0)
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error)
  process.exit(1)
})
