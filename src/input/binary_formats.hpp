#pragma once

#include "attn/raw_problem.hpp"
#include "attn/read.hpp"

namespace attn {

/// An archive of .npy files. `tensor` is the name of one, without ".npy".
Array read_npz(const InputRequest& request);

/// A JSON header and the bytes of all tensors (github.com/huggingface/safetensors).
Array read_safetensors(const InputRequest& request);

}  // namespace attn
