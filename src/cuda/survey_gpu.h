/* A survey's games on the GPU of this machine: see cuda/survey.h. */
#ifndef PARLOR_CUDA_SURVEY_GPU_H
#define PARLOR_CUDA_SURVEY_GPU_H

#include "lab/survey.h"

struct survey_gpu;

/* Loads the game's kernels, PTX. NULL with the reason. */
struct survey_gpu *survey_gpu_open(const char *ptx, struct problem *why);
void survey_gpu_close(struct survey_gpu *);

/* Plays on it: the line-up's bots MUST be random players or novices. */
const struct survey_engine *survey_gpu_engine(struct survey_gpu *);

/* What a part of a run is to the kernels, with as many threads as there may be; the memory is the caller's to add. */
struct cuda_survey;
struct cuda_survey survey_launch(const struct survey_part *, uint32_t threads);

#endif
