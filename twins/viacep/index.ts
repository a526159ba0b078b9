import type { FastifyInstance } from 'fastify'
import { misbehave } from '../kit/misbehave.ts'
import type { World } from '../kit/world.ts'
import { placeOf } from './places.ts'

const BAD_REQUEST = '<!DOCTYPE html><html><body><h2>Http 400</h2><h3>Verifique a URL</h3></body></html>'

/** ViaCEP: Brazilian postal codes (product 12.15). It keeps nothing of what it is asked. */
export const viaCepTwin = (world: World) => async (app: FastifyInstance) => {
  misbehave(app, world.faults, 'viacep', { message: 'Internal Server Error' })
  app.get<{ Params: { cep: string } }>('/ws/:cep/json', async ({ params: { cep } }, reply) => {
    if (!/^\d{5}-?\d{3}$/.test(cep)) return reply.code(400).type('text/html; charset=utf-8').send(BAD_REQUEST)
    const found = placeOf(cep.replace('-', ''))
    if (!found) return { erro: 'true' }
    const { street, district, city, state } = found
    return {
      cep: `${found.cep.slice(0, 5)}-${found.cep.slice(5)}`,
      logradouro: street,
      complemento: '',
      unidade: '',
      bairro: district,
      localidade: city,
      uf: state,
      estado: '',
      regiao: '',
      ibge: '',
      gia: '',
      ddd: '',
      siafi: '',
    }
  })
}
