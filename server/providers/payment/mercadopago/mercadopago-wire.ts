import type { Answer } from '../../post.ts'

export interface Wire {
  post(path: string, key: string, json: object, headers?: Record<string, string>): Promise<Answer>
  put(path: string, key: string, json: object): Promise<Answer>
  get(path: string): Promise<Answer>
  remove(path: string, key: string): Promise<Answer>
}
