import type { Answer } from '../../post.ts'
import { readAnswer } from '../../post.ts'
import { MoneiPayment } from './monei-fact.ts'

export interface Wire {
  post(path: string, json: object): Promise<Answer>
  read(id: string): Promise<MoneiPayment | undefined>
}

export const PROVIDER = 'monei'

export const readPayment = (body: unknown): MoneiPayment => readAnswer(PROVIDER, MoneiPayment, body)
